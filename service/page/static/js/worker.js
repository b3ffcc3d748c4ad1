// @ts-check
/** Runs the core in Python: made once, then asked. */

const BASE = new URL("..", import.meta.url).pathname;
const PYTHON = "/page/python/";

async function start() {
  const { loadPyodide } = await import(`${PYTHON}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: PYTHON });
  const core = await (await fetch(`${BASE}core.zip`)).arrayBuffer();
  python.FS.writeFile("/core.zip", new Uint8Array(core));
  return python.runPython(`
import sys
sys.path.insert(0, "/core.zip")
import json
import answers
from mechanica_core.errors import MechanicaError

def told(question, asked, lang):
    try:
        return json.dumps({"told": answers.answer(question, json.loads(asked), lang)})
    except MechanicaError as error:
        return json.dumps({"problem": error.text(lang)})

told
`);
}

const starting = start();
starting.then(
  () => postMessage({ ready: true }),
  (error) => postMessage({ failed: String(error) }),
);

onmessage = async ({ data }) => {
  let told;
  try {
    told = JSON.parse((await starting)(data.question, data.asked, data.lang));
  } catch (error) {
    told = { problem: String(error) };
  }
  postMessage({ number: data.number, problem: told.problem, told: JSON.stringify(told.told ?? null) });
};
