import { setTimeout as sleep } from 'node:timers/promises';
import { formFor } from '@doorstep/contract/reports';
import { bodyOf } from '@doorstep/contract/reports/body';
import { prefilledForm } from '../features/reports/prefilled-form.ts';
import { ensureVersion, saveReport } from '../features/reports/report-service.ts';
import {
  findReportedVerification,
  listVerificationPhotos,
} from '../features/reports/report-store.ts';
import type { Requester } from '../features/reports/versions/create-version.ts';
import type { Platform } from '../platform/platform.ts';
import { Problem } from '../problems.ts';
import { signMediaLink } from '../storage/photos/media-links.ts';
import type { DemoCase } from './cases/cases.ts';
import { officeDetails, residenceDetails } from './cases/report-details.ts';

interface Visited {
  id: number;
  story: DemoCase;
}

/**
 * Issues reports for two visits: the newest positive visit to a residence, and the newest positive visit to
 * an office. Each report has two versions: first with only the stored facts, then with a complete form.
 */
export async function issueDemoReports(
  platform: Platform,
  visited: Visited[],
  adminId: number,
): Promise<void> {
  const requester: Requester = { actor: { id: adminId, requestId: null, address: null }, adminId };
  for (const visitType of ['RESIDENCE', 'OFFICE']) {
    const chosen = visited.findLast(
      ({ story }) => story.visitType === visitType && story.visit?.decision === 'positive',
    );
    if (!chosen) continue;
    await untilMade(() => ensureVersion(platform, requester, chosen.id));
    const form = await filledForm(platform, chosen);
    await untilMade(() => saveReport(platform, requester, form));
  }
}

const mostTries = 10;

/**
 * Retries a report that timed out, because starting the report engine on a slow computer takes longer than
 * a request may wait.
 */
async function untilMade<T>(make: () => Promise<T>, tries = 1): Promise<T> {
  try {
    return await make();
  } catch (error) {
    const wait = error instanceof Problem ? error.retryAfter : undefined;
    if (wait === undefined || tries === mostTries) throw error;
    await sleep(wait * 1000);
    return untilMade(make, tries + 1);
  }
}

async function filledForm({ db, provider, secret }: Platform, { id, story }: Visited) {
  const found = await findReportedVerification(db, id);
  if (!found) throw new Error(`The demo has no verification ${id}`);
  const form = formFor(story.visitType, provider.shortName);
  const photos = await listVerificationPhotos(db, id);
  const now = new Date();
  return bodyOf(form).parse({
    ...(await prefilledForm(db, form, found, photos.length, provider.timeZone)),
    ...(form.template === 'residence'
      ? residenceDetails(story)
      : officeDetails(story, provider.shortName)),
    template_type: form.template,
    image_urls: photos.map((photo) =>
      signMediaLink(secret, { kind: 'photo', id: photo.id, size: 'original' }, now),
    ),
  });
}
