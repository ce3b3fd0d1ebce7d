// The cases of v2 for documents: imported whole and in parts, exported through a download address, bereft of file and
// pages.

import assert from 'node:assert/strict';

import { file } from './bench.mjs';
import { names } from './listings.mjs';
import { ended, newFolder, read } from './v2_entries.mjs';

const CONTENT = 'Ten bytes!';

export async function imported(t, { content = CONTENT, fileName = 'letter.bin', type, ...members } = {}) {
  const folder = await newFolder(t);
  return await t.EntriesClient.importEntry({
    ...t.repo,
    entryId: folder.id,
    file: file(content, fileName, type),
    request: t.made('ImportEntryRequest', { name: 'Letter', ...members }),
  });
}

// Addresses for download are good for anybody who has them, so no token goes along.
async function downloaded(address) {
  const answer = await fetch(address);
  assert.equal(answer.status, 200, address);
  return answer;
}

const importing = {
  async importEntry(t) {
    const metadata = t.made('ImportEntryRequestMetadata', {
      templateName: 'General',
      fields: [t.made('FieldToUpdate', { name: 'Author', values: ['Ann'] })],
      tags: ['Reviewed'],
      links: [t.made('LinkToUpdate', { linkDefinitionId: 2, otherEntryId: 4, isSource: true })],
    });
    const { id: entryId } = await imported(t, { name: 'Brief № 7', metadata });
    const entry = await read(t, entryId);
    assert.deepEqual(
      [entry.entryType, entry.name, entry.templateName, entry.electronicDocumentSize, entry.extension],
      ['Document', 'Brief № 7', 'General', CONTENT.length, 'bin'],
    );
    assert.deepEqual(names((await t.EntriesClient.listTags({ ...t.repo, entryId })).value), ['Reviewed']);
    const links = await t.EntriesClient.listLinks({ ...t.repo, entryId });
    assert.deepEqual(links.value.map((link) => [link.sourceId, link.targetId]), [[entryId, 4]]);
    const unknown = t.made('ImportEntryRequestMetadata', { templateName: 'no such template' });
    await t.fails(imported(t, { metadata: unknown }), 404);
  },
  async createMultipartUploadUrls(t) {
    const members = { numberOfParts: 2, fileName: 'long.bin', mimeType: 'application/octet-stream' };
    const first = await t.EntriesClient.createMultipartUploadUrls({
      ...t.repo,
      request: t.made('CreateMultipartUploadUrlsRequest', { ...members, startingPartNumber: 1 }),
    });
    assert.equal(first.urls.length, 2);
    const more = await t.EntriesClient.createMultipartUploadUrls({
      ...t.repo,
      request: t.made('CreateMultipartUploadUrlsRequest', {
        ...members,
        uploadId: first.uploadId,
        startingPartNumber: 3,
      }),
    });
    assert.equal(more.uploadId, first.uploadId);
    assert.equal(new Set([...first.urls, ...more.urls]).size, 4);
  },
  async startImportUploadedParts(t) {
    const folder = await newFolder(t);
    const { uploadId, partETags, whole } = await uploaded(t);
    const request = t.made('StartImportUploadedPartsRequest', { uploadId, partETags, name: 'Long', autoRename: true });
    const started = await t.EntriesClient.startImportUploadedParts({ ...t.repo, entryId: folder.id, request });
    const task = await ended(t, started.taskId);
    const entry = await read(t, task.result.entryId);
    assert.deepEqual([entry.parentId, entry.electronicDocumentSize], [folder.id, whole.length]);
  },
};

// Two parts, the first of the size that every part but the last must have.
async function uploaded(t) {
  const request = t.made('CreateMultipartUploadUrlsRequest', {
    numberOfParts: 2,
    startingPartNumber: 1,
    fileName: 'long.bin',
    mimeType: 'application/octet-stream',
  });
  const { uploadId, urls } = await t.EntriesClient.createMultipartUploadUrls({ ...t.repo, request });
  const parts = [Buffer.alloc(5 * 1024 * 1024, 'a'), Buffer.from('the end')];
  const partETags = [];
  for (const [index, url] of urls.entries()) {
    const answer = await fetch(url, { method: 'PUT', body: parts[index] });
    assert.equal(answer.status, 200, await answer.text());
    partETags.push(answer.headers.get('etag'));
  }
  return { uploadId, partETags, whole: Buffer.concat(parts) };
}

const exporting = {
  async exportEntry(t) {
    const { id: entryId } = await imported(t);
    const wanted = async (id, members, pageRange) => {
      const request = t.made('ExportEntryRequest', members);
      const { value } = await t.EntriesClient.exportEntry({ ...t.repo, entryId: id, request, pageRange });
      return await downloaded(value);
    };
    const whole = await wanted(entryId, { part: 'Edoc', auditReasonId: 3, auditReasonComment: 'to be read' });
    assert.equal(await whole.text(), CONTENT);
    const words = await wanted(4, { part: 'Text' });
    assert.match(words.headers.get('content-type'), /^text\/plain/);
    assert.match(await words.text(), /LASERFICHE CLOUD OVERVIEW/);
    const picture = t.made('ExportEntryRequestImageOptions', { format: 'PDF' });
    const printed = await wanted(4, { part: 'Image', imageOptions: picture }, '1');
    assert.equal(printed.headers.get('content-type'), 'application/pdf');
    assert.match(await printed.text(), /^%PDF-/);
  },
  async startExportEntry(t) {
    const { id: entryId } = await imported(t);
    const request = t.made('StartExportEntryRequest', { part: 'Edoc' });
    const { taskId } = await t.EntriesClient.startExportEntry({ ...t.repo, entryId, request });
    const { result, errors } = await ended(t, taskId);
    assert.deepEqual([result.entryId, errors ?? []], [entryId, []]);
    assert.equal(await (await downloaded(result.uri)).text(), CONTENT);
  },
};

const deleting = {
  async deleteElectronicDocument(t) {
    const { id: entryId } = await imported(t);
    const entry = await t.EntriesClient.deleteElectronicDocument({ ...t.repo, entryId });
    assert.equal(entry.electronicDocumentSize, 0);
    assert.equal((await read(t, entryId)).isElectronicDocument, false);
  },
  async deletePages(t) {
    const { id: entryId } = await imported(t, { content: 'A page of text', fileName: 'page.txt', type: 'text/plain' });
    assert.equal((await read(t, entryId)).pageCount, 1);
    await t.EntriesClient.deletePages({ ...t.repo, entryId, pageRange: '1' });
    assert.equal((await read(t, entryId)).pageCount, 0);
  },
};

export const cases = { EntriesClient: { ...importing, ...exporting, ...deleting } };
