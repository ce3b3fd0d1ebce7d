// Three cases for each listing that a client has: the listing itself, its page by page walk, and its next link.
//
// A row: { of, list, args, key(row), check(rows), open?(t), close?(t, args) }. `of` is the client's class; `open` makes what
// the listing needs and gives more arguments.

import assert from 'node:assert/strict';

const asRead = (rows, key) => rows.map((row) => String(key(row)));

async function prepared(t, listing, run) {
  const args = { ...t.repo, ...listing.args, ...(await listing.open?.(t)) };
  try {
    await run(t, listing, args);
  } finally {
    await listing.close?.(t, args);
  }
}

async function listed(t, listing, args) {
  const answer = await t[listing.of][listing.list](args);
  assert.ok(Array.isArray(answer.value), 'the answer has no rows');
  listing.check(answer.value);
}

async function followed(t, listing, args) {
  const all = asRead((await t[listing.of][listing.list](args)).value, listing.key);
  assert.ok(all.length >= 2, `there is only ${all.length} row to page through`);
  const first = await t[listing.of][listing.list]({ ...args, prefer: 'maxpagesize=1' });
  assert.deepEqual(asRead(first.value, listing.key), all.slice(0, 1));
  assert.ok(first.odataNextLink, 'the first page of several has no next link');
  const second = await t[listing.of][`${listing.list}NextLink`]({ nextLink: first.odataNextLink, maxPageSize: 1 });
  assert.deepEqual(asRead(second.value, listing.key), all.slice(1, 2));
}

async function walked(t, listing, args) {
  const all = asRead((await t[listing.of][listing.list](args)).value, listing.key);
  const found = [];
  const sizes = [];
  const walk = t[listing.of][`${listing.list}ForEach`];
  const collect = async (page) => {
    found.push(...asRead(page.value, listing.key));
    sizes.push(page.value.length);
    return true;
  };
  await walk({ ...args, callback: collect, maxPageSize: 2 });
  assert.deepEqual(found, all);
  assert.ok(sizes.length >= Math.ceil(all.length / 2), `${all.length} rows came in ${sizes.length} pages of 2`);
  let pages = 0;
  const stop = async () => {
    pages += 1;
    return false;
  };
  await walk({ ...args, callback: stop, maxPageSize: 1 });
  assert.equal(pages, 1, 'it went on although it was told to stop');
}

// The listings as cases: { Class: { method: case } }.
export function casesOf(listings) {
  const cases = {};
  for (const listing of listings) {
    cases[listing.of] ??= {};
    cases[listing.of][listing.list] = (t) => prepared(t, listing, listed);
    cases[listing.of][`${listing.list}NextLink`] = (t) => prepared(t, listing, followed);
    cases[listing.of][`${listing.list}ForEach`] = (t) => prepared(t, listing, walked);
  }
  return cases;
}

export const names = (rows) => rows.map((row) => row.name);

export function holds(rows, ...wanted) {
  for (const name of wanted) assert.ok(names(rows).includes(name), `${name} is not among ${names(rows)}`);
}

// Several groups of cases as one; no method may be in two of them.
export function merged(...groups) {
  const cases = {};
  for (const [owner, byName] of groups.flatMap(Object.entries)) {
    cases[owner] ??= {};
    for (const [name, run] of Object.entries(byName)) {
      assert.ok(!(name in cases[owner]), `two cases for ${owner}.${name}`);
      cases[owner][name] = run;
    }
  }
  return cases;
}
