"""The HTTP service: one module for each resource. It knows HTTP and no rules."""
