// The methods of v2 whose operations the simulator knows by name and does not have: each is refused with 501 and its name.

import assert from 'node:assert/strict';

import { file } from './bench.mjs';

const KNOWN = {
  AccessControlClient: [
    'getFieldAccessControl', 'setFieldAccessControl', 'getFieldRights', 'getDefaultFieldAccessControl',
    'setDefaultFieldAccessControl', 'getEntryAccessControl', 'setEntryAccessControl', 'getEntryRights',
    'getSessionRights', 'getTemplateAccessControl', 'setTemplateAccessControl', 'getTemplateRights',
    'getDefaultTemplateAccessControl', 'setDefaultTemplateAccessControl', 'lookupTrustees', 'getTrusteeSecurity',
  ],
  AnnotationsClient: [
    'listDocumentAnnotations', 'listPageAnnotations', 'createAnnotation', 'getAnnotation', 'updateAnnotation',
    'deleteAnnotation', 'getAnnotationAttachment', 'uploadAnnotationAttachment', 'listAnnotationReasons',
    'createAnnotationReason', 'uploadAnnotationImage', 'updateAnnotationReason', 'deleteAnnotationReason',
  ],
  EntriesClient: [
    'updateDocument', 'updateDocumentUploadedParts', 'lockDocument', 'getDocumentLockInfo', 'unlockDocument',
    'putUnderVersionControl', 'checkOutDocument', 'checkInDocument', 'undoCheckOut',
  ],
  FieldDefinitionsClient: [
    'updateFieldDefinition', 'deleteFieldDefinition', 'createFieldDefinition', 'getFieldListValues',
    'replaceFieldListValues', 'getFieldContainingTemplates', 'getFieldAssignedEntryCount', 'getFieldProperties',
    'updateFieldProperties', 'mergeFields', 'changeFieldType',
  ],
  RecordsManagementClient: [
    'getEntryRecordsManagementProperties', 'updateEntryRecordsManagementProperties', 'getEligibleRecords',
    'getIndependentRecords', 'getAltRetentionEvents', 'getRecordSeriesProperties', 'updateRecordSeriesProperties',
    'setRecordEvent', 'removeRecordEvent', 'createRecordSeries',
  ],
  StampsClient: ['listStamps', 'createStamp', 'getStamp', 'updateStamp', 'deleteStamp', 'getStampImage'],
  TasksClient: ['startTestTask'],
  TemplateDefinitionsClient: [
    'createTemplate', 'updateTemplate', 'deleteTemplate', 'getTemplateAssignedEntryCount', 'getTemplateProperties',
    'updateTemplateProperties', 'addTemplateField', 'updateTemplateFieldProperties', 'removeTemplateField',
    'moveTemplateField',
  ],
  UserAreasClient: [
    'getRecentDocuments', 'getRecentFolders', 'getStarredEntries', 'starEntries', 'unstarEntries',
    'getPersonalCollections', 'createPersonalCollection', 'getPersonalCollection', 'renamePersonalCollection',
    'deletePersonalCollection', 'addCollectionEntries', 'removeCollectionEntries', 'getUserAreas', 'createUserArea',
    'getUserArea', 'updateUserArea', 'deleteUserArea', 'getUserAreaEntries', 'addUserAreaEntries',
    'removeUserAreaEntries',
  ],
};

// Something for every part of an address that any of them has.
const ARGUMENTS = {
  entryId: 3, parentEntryId: 1, pageNumber: 1, itemId: 1, reasonId: 1, fieldId: 1, templateId: 1, fieldName: 'Sender',
  stampId: 1, trusteeId: '1', areaId: 1, collectionId: '1', name: 'x', request: {}, file: file('x', 'x.png'),
};

async function refused(t, owner, method) {
  await t.control('DELETE', 'journal');
  await t.fails(t[owner][method]({ ...t.repo, ...ARGUMENTS }), 501);
  const { exchanges } = await t.control('GET', 'journal');
  const { operation, response } = exchanges.at(-1);
  assert.equal(operation, method[0].toUpperCase() + method.slice(1));
  assert.ok(JSON.stringify(response.body).includes(operation), 'the refusal does not name the operation');
}

export const cases = Object.fromEntries(
  Object.entries(KNOWN).map(([owner, methods]) => [
    owner,
    Object.fromEntries(methods.map((method) => [method, (t) => refused(t, owner, method)])),
  ]),
);
