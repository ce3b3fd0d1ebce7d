// The cases of v1 for documents: imported whole, exported whole and in part, bereft of file and pages.

import assert from 'node:assert/strict';

import { file, text } from './bench.mjs';
import { names } from './listings.mjs';
import { ended, newFolder, read } from './v1_entries.mjs';

const CONTENT = 'Ten bytes!';

async function imported(t, { fileName = 'letter.bin', content = CONTENT, request, name = 'Letter' } = {}) {
  const folder = await newFolder(t);
  const result = await t.EntriesClient.importDocument({
    ...t.repo,
    parentEntryId: folder.id,
    fileName: name,
    electronicDocument: file(content, fileName),
    request: t.made('PostEntryWithEdocMetadataRequest', request ?? {}),
  });
  return result.operations.entryCreate.entryId;
}

async function withPages(t) {
  const folder = await newFolder(t);
  const request = t.made('CopyAsyncRequest', { name: 'With a page', sourceId: 4 });
  const { token } = await t.EntriesClient.copyEntry({ ...t.repo, entryId: folder.id, request });
  await ended(t, token);
  const [copy] = (await t.EntriesClient.getEntryListing({ ...t.repo, entryId: folder.id })).value;
  assert.equal((await read(t, copy.id)).pageCount, 1);
  return copy.id;
}

// The client sends neither a body nor a Content-Type with these deletions, which one build refuses.
async function deletedWithoutType(t, remove) {
  const { settings, name } = await t.control('GET', 'profile');
  if (settings.delete_needs_content_type) {
    await t.fails(remove(), 415);
    await t.control('PUT', 'profile', { name, overrides: { delete_needs_content_type: false } });
  }
  assert.equal((await remove()).value, true);
  await t.control('PUT', 'profile', { name });
}

export const cases = {
  EntriesClient: {
    async importDocument(t) {
      const values = [t.made('ValueToUpdate', { value: 'Ann', position: 1 })];
      const metadata = t.made('PutFieldValsRequest', {
        fields: { Author: t.made('FieldToUpdate', { values }) },
        tags: ['Reviewed'],
        links: [t.made('LinkToUpdate', { linkTypeId: 2, otherSourceId: 4, isSource: true })],
      });
      const entryId = await imported(t, { name: 'Brief № 7', request: { template: 'General', metadata } });
      const entry = await read(t, entryId);
      assert.deepEqual(
        [entry.entryType, entry.name, entry.templateName, entry.elecDocumentSize],
        ['Document', 'Brief № 7', 'General', CONTENT.length],
      );
      const tags = await t.EntriesClient.getTagsAssignedToEntry({ ...t.repo, entryId });
      assert.deepEqual(names(tags.value), ['Reviewed']);
      const links = await t.EntriesClient.getLinkValuesFromEntry({ ...t.repo, entryId });
      assert.deepEqual(links.value.map((link) => [link.sourceId, link.targetId]), [[entryId, 4]]);
      const unknown = imported(t, { name: 'Half a document', request: { template: 'no such template' } });
      await t.fails(unknown, 409);
    },
    async getDocumentContentType(t) {
      const entryId = await imported(t);
      const head = await t.EntriesClient.getDocumentContentType({ ...t.repo, entryId: 3 });
      assert.equal(head.status, 200);
      assert.equal(head.headers['content-type'], 'application/pdf');
      const own = await t.EntriesClient.getDocumentContentType({ ...t.repo, entryId });
      assert.equal(own.headers['content-length'], String(CONTENT.length));
      const problem = await t.fails(t.EntriesClient.getDocumentContentType({ ...t.repo, repoId: 'fakeRepo', entryId: 3 }), 404);
      assert.ok(problem.problemDetails.operationId);
    },
    async exportDocument(t) {
      const entryId = await imported(t);
      const whole = await t.EntriesClient.exportDocument({ ...t.repo, entryId });
      assert.deepEqual([whole.status, await text(whole.data)], [200, CONTENT]);
      const part = await t.EntriesClient.exportDocument({ ...t.repo, entryId, range: 'bytes=0-2' });
      assert.deepEqual([part.status, await text(part.data)], [206, 'Ten']);
    },
    async exportDocumentWithAuditReason(t) {
      const entryId = await imported(t);
      const request = t.made('GetEdocWithAuditReasonRequest', { auditReasonId: 3, comment: 'to be read' });
      const whole = await t.EntriesClient.exportDocumentWithAuditReason({ ...t.repo, entryId, request });
      assert.equal(await text(whole.data), CONTENT);
      const part = { ...t.repo, entryId, request, range: 'bytes=4-' };
      assert.equal(await text((await t.EntriesClient.exportDocumentWithAuditReason(part)).data), 'bytes!');
    },
    async deleteDocument(t) {
      const entryId = await imported(t);
      await deletedWithoutType(t, () => t.EntriesClient.deleteDocument({ ...t.repo, entryId }));
      const entry = await read(t, entryId);
      assert.deepEqual([entry.isElectronicDocument, entry.elecDocumentSize], [false, 0]);
    },
    async deletePages(t) {
      const entryId = await withPages(t);
      await deletedWithoutType(t, () => t.EntriesClient.deletePages({ ...t.repo, entryId, pageRange: '1' }));
      assert.equal((await read(t, entryId)).pageCount, 0);
    },
  },
};
