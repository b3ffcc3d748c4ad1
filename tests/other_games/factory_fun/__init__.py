"""Tests of Factory Fun; rules are called by the letters and sections of docs/FACTORY_FUN.md."""
