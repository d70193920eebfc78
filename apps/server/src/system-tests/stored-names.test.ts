import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installation, startInstallation } from '../testing/start-installation.ts';

/**
 * Names in databases of earlier releases. A job queued under such a name must find its task after an upgrade, and a secret must
 * be read under the name it was stored with: signatures, sessions and links depend on it. Add new names here; remove one only to
 * `RETIRED_JOBS`.
 */
const JOBS = [
  'answer-demo-shop',
  'check-colours',
  'check-deletions',
  'check-erasures',
  'check-exports',
  'check-imports',
  'check-invoices',
  'check-my-data',
  'check-needed-dates',
  'check-outgoing-events',
  'check-recovery',
  'check-thumbnails',
  'check-vat-id',
  'check-vat-ids',
  'clean-up-uploads',
  'delete-customer',
  'delete-library',
  'deliver-newsletter',
  'describe-photos',
  'end-erasure',
  'end-projects',
  'erase-account',
  'erase-area',
  'find-invoice-gaps',
  'follow-storage-deletion',
  'forget-expired',
  'forget-expired-hourly',
  'forget-invoices',
  'forget-journal',
  'identity-mail',
  'import-library',
  'issue-invoices',
  'lay-out-download',
  'lay-out-export',
  'leave-first-release',
  'make-demo-book',
  'make-my-data',
  'make-thumbnails',
  'measure-photos',
  'pass-on-withdrawal',
  'picture-demo-project',
  'place-demo-order',
  'prepare-storage-export',
  'purge-order-files',
  'purge-photos',
  'record-operator-command',
  'renew-newsletter-links',
  'report-demo-event',
  'report-demo-project',
  'restore-removals',
  'run-backfills',
  'scrub-storage',
  'send-mail',
  'send-newsletter',
  'send-outgoing-event',
  'send-sealed-mail',
  'storage-reminder-sent',
  'sweep-orphans',
  'sweep-storage',
  'turn-photo',
  'write-epoch',
  'write-journal-entry',
];
const SECRETS = [
  'callback-keys',
  'demo-shop-credential',
  'erased-accounts',
  'identity-pepper',
  'journal',
  'media-signing',
  'newsletter',
  'oidc-cookies',
  'oidc-jwks',
  'page-marks',
  'passkey-challenges',
  'phone-transfers',
  'sealed-mails',
  'second-factors',
  'security-log',
  'test-receiver',
  'widgets',
];

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation({ identity: 'embedded' });
});
afterAll(() => installation.stop());

test('jobs queued by an earlier release have their tasks', () => {
  const names = installation.nodes[0]?.tasks.map(({ name }) => name);
  expect(names?.toSorted()).toEqual(JOBS);
});

test('no secret is stored in plain text in the database', async () => {
  const rows = await installation.nodes[0]?.connection.db.selectFrom('secrets').select('value').execute();
  expect(rows?.map(({ value }) => value.slice(0, 3))).toEqual(rows?.map(() => 'v1.'));
});

test('secrets created by an earlier release are still used', async () => {
  const rows = await installation.nodes[0]?.connection.db.selectFrom('secrets').select('name').execute();
  expect(rows?.map(({ name }) => name).toSorted()).toEqual(SECRETS);
});
