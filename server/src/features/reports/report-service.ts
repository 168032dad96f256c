import { formFor, formOf, type generatePdf, type ReportBody } from '@doorstep/contract/reports';
import type { ReportForm } from '@doorstep/contract/reports/definition';
import { reportFileName } from '@doorstep/contract/reports/file-name';
import type * as z from 'zod/mini';
import type { Db } from '../../db/connection.ts';
import type { Platform } from '../../platform/platform.ts';
import { invalid, orNotFound } from '../../problems.ts';
import { findReported, hasForm, textOf } from './find-reported.ts';
import { prefilledForm } from './prefilled-form.ts';
import {
  findReportedVerification,
  findVerificationPhotos,
  listPhotosSince,
  listReported,
  listVerificationPhotos,
  type ReportedVerification,
} from './report-store.ts';
import {
  type Chosen,
  type Content,
  describeContent,
  findEarlier,
  type Requester,
  storeVersion,
  withCase,
} from './versions/create-version.ts';
import {
  deliverPdf,
  finishReport,
  isLost,
  type ReportFile,
  readStoredPdf,
} from './versions/issue-report.ts';
import { findLatestVersion, findSavedForm, type Version } from './versions/version-store.ts';

/**
 * Saves a form as a new version. If the request is repeated with its Idempotency-Key, returns the existing
 * version.
 */
export async function saveReport(
  platform: Platform,
  requester: Requester,
  body: ReportBody,
): Promise<ReportFile> {
  // Stores the photos' ids instead of their links, because a link gives access to the photo and stops
  // working when it expires.
  const { image_urls, photographs_taken, ...texts } = body;
  const form = formOf(body.template_type, platform.provider.shortName);
  const { found, photos } = await findReported(platform, form, texts, image_urls);
  if (photographs_taken !== undefined && photographs_taken !== photos.length) {
    throw invalid({
      photographs_taken: [
        `photographs_taken is ${photographs_taken}, but there are ${photos.length} images.`,
      ],
    });
  }
  const values = { ...storable(texts), photographs_taken: photos.length };
  const content = { template: form.template, origin: 'sent' as const, form: values, photos };

  const chosen = await withCase<Chosen>(platform, found.id, async (db, locked) => {
    const earlier = await findEarlier(db, requester, content);
    return earlier ?? { fresh: await storeVersion(db, platform, requester, locked, content) };
  });
  const { actor, signal } = requester;
  const bytes =
    'existing' in chosen
      ? await deliverPdf(platform, actor, chosen.existing)
      : await finishReport(platform, actor, chosen.fresh, signal);
  return { name: reportFileName(shorten(textOf(values, form.applicant)), form.template), bytes };
}

type PdfRequest = z.output<typeof generatePdf.body>;

/**
 * Returns the latest version again if its content is current and its file is intact. Otherwise, makes a new
 * version from the last saved form, or from stored data if no form was saved.
 */
export async function generateReport(
  platform: Platform,
  requester: Requester,
  { application_id, template_type, applicant_id }: PdfRequest,
): Promise<ReportFile> {
  const { db, provider } = platform;
  const verifications = await listReported(db, { application_id, applicant_id });
  const form =
    template_type === 'professional'
      ? formFor(verifications[0]?.visit_type, provider.shortName)
      : formOf(template_type === 'RESIDENCE' ? 'residence' : 'office', provider.shortName);
  const latest = orNotFound(
    verifications.find((one) => hasForm(one, form)) ?? verifications[0],
    'Verification',
  );

  const { bytes } = await getOrCreateVersion(platform, requester, latest.id, form, (version) =>
    deliverPdf(platform, requester.actor, version),
  );
  return { name: `${shorten(application_id).replace(/[^\p{L}\p{M}\p{N}_.-]/gu, '_')}.pdf`, bytes };
}

/**
 * Returns the id of the latest version, or of a new one if the latest is outdated or its file is lost.
 */
export async function ensureVersion(
  platform: Platform,
  requester: Requester,
  id: number,
): Promise<number> {
  const found = orNotFound(await findReportedVerification(platform.db, id), 'Verification');
  const form = formFor(found.visit_type, platform.provider.shortName);
  const version = await getOrCreateVersion(platform, requester, id, form, (version) =>
    readStoredPdf(platform, version),
  );
  return version.id;
}

/**
 * Returns the latest version if its content is current and its file is intact. Otherwise, makes a new
 * version. A lost file is not drawn again for the same version, because a version never changes.
 */
async function getOrCreateVersion(
  platform: Platform,
  requester: Requester,
  verificationId: number,
  form: ReportForm,
  readFile: (version: Version) => Promise<Uint8Array>,
  lostId?: number,
): Promise<{ id: number; bytes: Uint8Array }> {
  const chosen = await chooseVersion(platform, requester, verificationId, form, lostId);
  if ('fresh' in chosen) {
    const { fresh } = chosen;
    const bytes = await finishReport(platform, requester.actor, fresh, requester.signal);
    return { id: fresh.id, bytes };
  }
  const { existing } = chosen;
  try {
    return { id: existing.id, bytes: await readFile(existing) };
  } catch (error) {
    if (!isLost(error)) throw error;
    requester.onLost?.(error.cause);
    return getOrCreateVersion(platform, requester, verificationId, form, readFile, existing.id);
  }
}

function chooseVersion(
  platform: Platform,
  requester: Requester,
  verificationId: number,
  form: ReportForm,
  lostId: number | undefined,
): Promise<Chosen> {
  return withCase(platform, verificationId, async (trx, found) => {
    const content = await contentOf(trx, platform, found, form, requester.adminId);
    const existing = await findLatestVersion(trx, found.id, form.template);
    const { hash } = describeContent(platform, found, content);
    if (existing && existing.id !== lostId && existing.content_sha256?.equals(hash)) {
      return { existing };
    }
    return { fresh: await storeVersion(trx, platform, requester, found, content) };
  });
}

async function contentOf(
  db: Db,
  { provider }: Platform,
  found: ReportedVerification,
  form: ReportForm,
  readerId: number,
): Promise<Content> {
  const { template } = form;
  const saved = await findSavedForm(db, { id: found.id, template, readerId });
  // Ignores a form that is hidden from the reader while the verification is undecided, because the form may
  // reveal the first decision.
  if (!saved || (saved.is_secret && found.admin_decision === 'pending')) {
    const photos = await listVerificationPhotos(db, found.id);
    const values = await prefilledForm(db, form, found, photos.length, provider.timeZone);
    return { template, origin: 'generated', form: values, photos };
  }
  const known = new Map(
    (await findVerificationPhotos(db, saved.photo_ids)).map((photo) => [photo.id, photo]),
  );
  const kept = saved.photo_ids.flatMap((photoId) => known.get(photoId) ?? []);
  // Adds the photos that arrived later. If users can remove photos from the form, a missing photo may have
  // been removed, so only photos that were stored after the saved version are added.
  const since = form.removableImages
    ? await listPhotosSince(db, found.id, saved.version)
    : (await listVerificationPhotos(db, found.id)).filter(
        ({ id }) => !saved.photo_ids.includes(id),
      );
  const photos = [...kept, ...since];
  const values = since.length ? { ...saved.form, photographs_taken: photos.length } : saved.form;
  return { template, origin: 'generated', form: values, photos };
}

/** Replaces lone surrogates and removes NUL, because the database rejects a form that contains them. */
function storable(texts: Record<string, string>): Record<string, string> {
  const whole = (text: string) => text.toWellFormed().replaceAll('\0', '');
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [whole(name), whole(text)]),
  );
}

/** Shortens a name for headers and file systems. */
const shorten = (name: string) => Array.from(name).slice(0, 80).join('');
