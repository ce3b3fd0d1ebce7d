// Drives every public method of an official client against a running simulator, and reports one JSON line for each.
//
//   node drive.mjs '{"packages": FOLDER, "client": "v1", "origin": …, "base": …, "repository": …, "profile": …}'
//
// A line: {"method": "EntriesClient.getEntry", "ok": true} or {"method", "ok": false, "problem": "…"}. A method that no
// case knows, and a case for a method that the client has not, are lines that are not ok as well. `only`, a list of
// methods, leaves the other cases out.

import { register } from 'node:module';
import { pathToFileURL } from 'node:url';

register('./resolving.mjs', import.meta.url);

const { Bench } = await import('./bench.mjs');
const settings = JSON.parse(process.argv[2]);
const scope = pathToFileURL(`${settings.packages}/node_modules/@laserfiche/`);
const folder = { v1: 'lf-repository-api-client', v2: 'lf-repository-api-client-v2' }[settings.client];
const library = await import(new URL(`${folder}/dist/index.js`, scope));
const core = await import(new URL('lf-api-client-core/dist/index.js', scope));
const { cases } = await import(`./${settings.client}.mjs`);

// The clients tell of each retry; nothing but the report belongs on the output.
console.warn = () => {};

const OF_A_FUNCTION = new Set(['length', 'name', 'prototype']);

// Everything public that a client class offers: own methods of its line of prototypes, its accessors, its statics.
// Methods that read one answer (`process…`) are protected by its declaration, and so is what begins with `_`.
function methodsOf(type) {
  const found = new Set(Object.getOwnPropertyNames(type).filter((name) => !OF_A_FUNCTION.has(name)));
  for (let level = type.prototype; level !== Object.prototype; level = Object.getPrototypeOf(level)) {
    for (const name of Object.getOwnPropertyNames(level)) found.add(name);
  }
  found.delete('constructor');
  return [...found].filter((name) => !/^(process[A-Z]|_)/.test(name));
}

function report(method, problem) {
  const line = problem === undefined ? { method, ok: true } : { method, ok: false, problem };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function driven(bench, method, run) {
  bench.called.clear();
  try {
    await run(bench);
    report(method, bench.called.has(method) ? undefined : 'the case never called it');
  } catch (problem) {
    const detail = problem?.problemDetails ? ` ${JSON.stringify(problem.problemDetails)}` : '';
    report(method, `${problem?.stack ?? problem}${detail}`);
  }
}

const bench = new Bench(library, core, settings);
await bench.signIn();
const known = new Map();
for (const [owner, byName] of Object.entries(cases)) {
  for (const [name, run] of Object.entries(byName)) known.set(`${owner}.${name}`, run);
}
const offered = Object.entries(library)
  .filter(([name, type]) => typeof type === 'function' && name.endsWith('Client'))
  .flatMap(([name, type]) => methodsOf(type).map((method) => `${name}.${method}`));
for (const method of offered.filter((name) => !known.has(name))) report(method, 'no case knows this method');
for (const method of known.keys()) {
  if (!offered.includes(method)) report(method, 'the client has no such method');
  else if (!settings.only || settings.only.includes(method)) await driven(bench, method, known.get(method));
}
