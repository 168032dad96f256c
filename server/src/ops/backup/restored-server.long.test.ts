import { join } from 'node:path';
import { generatePdf } from '@doorstep/contract/reports';
import {
  listReportVersions,
  type ReportVersion,
  verifyReport,
} from '@doorstep/contract/reports/versions';
import { expect, test } from 'vitest';
import { localBlobStore } from '../../storage/blobs/local-blob-store.ts';
import { countImages } from '../../testing/reports/pdf-text.ts';
import {
  emptyDatabase,
  emptyVault,
  environmentFor,
  queryAsOwner,
  temporaryFolder,
} from '../../testing/services/backup-place.ts';
import { startServer } from '../../testing/services/server-process.ts';
import { addVisit } from '../../testing/submission.ts';
import { closeAfterTest, signIn, startTestApp } from '../../testing/test-app.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

// Covers: fault-52
test('a restored server delivers old reports byte for byte, and draws new ones with their photos', async () => {
  const running = closeAfterTest(await startTestApp());
  const { db, platform, owner } = running;
  const secret = { name: 'signing', value: Buffer.from(platform.secret) };
  await db.insertInto('secrets').values(secret).execute();
  const admin = await signIn(running, 'admin');
  const agent = await signIn(running, 'agent');
  const { id, applicant } = await addVisit(running, agent, ['teal', 'navy']);
  const request = { application_id: applicant.application_id };
  const drawn = await admin.post(generatePdf.path, request);
  expect(drawn.statusCode).toBe(200);
  expect(await countImages(drawn.rawPayload)).toBe(2);

  const vault = await emptyVault();
  const { manifest } = await makeBackup(owner, platform.photos, vault);
  const target = await emptyDatabase();
  const folder = await temporaryFolder();
  await restoreBackup(target, localBlobStore(join(folder, 'photos')), vault, manifest);

  const { address } = await startServer(environmentFor(target, folder));
  // Uses the admin's session from before the backup, because sessions are restored too.
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${address}${path}`, {
      ...init,
      headers: { authorization: admin.headers.authorization, 'content-type': 'application/json' },
    });
  const read = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
  const versions = async () => {
    const answer = await ask(listReportVersions.path.replace(':id', String(id)));
    return ((await answer.json()) as { results: ReportVersion[] }).results;
  };

  const [first] = await versions();
  const old = await read(await ask(`/api/v1/reports/${first?.id}/file/`));
  expect(old.equals(drawn.rawPayload)).toBe(true);
  const { rows } = await queryAsOwner(target, (client) => client.query('select code from reports'));
  const issued = await ask(verifyReport.path.replace(':code', rows[0]?.code));
  expect(await issued.json()).toMatchObject({ version: 1, sha256: first?.sha256 });

  const decision = { method: 'POST', body: JSON.stringify({ decision: 'positive' }) };
  const decided = await ask(`/api/v1/verification_tasks/${id}/admin-decision/`, decision);
  expect(decided.status).toBe(200);
  const fresh = await ask(generatePdf.path, { method: 'POST', body: JSON.stringify(request) });
  expect(fresh.status).toBe(200);
  const bytes = await read(fresh);
  expect(bytes.equals(old)).toBe(false);
  expect(await countImages(bytes)).toBe(2);
  expect(await versions()).toMatchObject([{ version: 2, admin_decision: 'positive' }, first]);
});
