import { formFor, formOf, type generatePdf, type ReportBody } from '@doorstep/contract/reports';
import type { ReportForm } from '@doorstep/contract/reports/definition';
import { reportFileName } from '@doorstep/contract/reports/file-name';
import { isResidenceVisit } from '@doorstep/contract/visits/visit-type';
import type * as z from 'zod/mini';
import type { Db } from '../../db/connection.ts';
import type { Platform } from '../../platform/platform.ts';
import { invalid, notFound } from '../../problems.ts';
import { prefilledForm } from './prefilled-form.ts';
import { readReportImages } from './report-images.ts';
import {
  type Case,
  type CasePhoto,
  findCasePhotos,
  findReportCase,
  listCasePhotos,
  listCases,
  listPhotosSince,
} from './report-store.ts';
import {
  type Chosen,
  type Content,
  findEarlier,
  type Requester,
  statedBy,
  storeVersion,
  withCase,
} from './versions/create-version.ts';
import {
  finishReport,
  handOut,
  isLost,
  type ReportFile,
  readStoredPdf,
} from './versions/issue-report.ts';
import { findLatestVersion, findSavedForm, type Version } from './versions/version-store.ts';

/** Saves a form as the next version of its verification's report, and draws what was saved. */
export async function saveReport(
  platform: Platform,
  requester: Requester,
  body: ReportBody,
): Promise<ReportFile> {
  // The links expire and are as good as keys for a while: the photos' own ids are stored instead.
  const { image_urls, photographs_taken, ...texts } = body;
  const form = formOf(body.template_type, platform.provider.shortName);
  const { found, photos } = await findReported(platform, form, texts, image_urls);
  if (photographs_taken !== undefined && photographs_taken !== photos.length) {
    throw invalid({
      photographs_taken: [
        `photographs_taken is ${photographs_taken}, and ${photos.length} images are named.`,
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
      ? await handOut(platform, actor, chosen.existing)
      : await finishReport(platform, actor, chosen.fresh, signal);
  return { name: reportFileName(shorten(textOf(values, form.applicant)), form.template), bytes };
}

type PdfRequest = z.output<typeof generatePdf.body>;

/**
 * The report of an application's latest verification that has the form asked for: the form last saved, else one filled in from what is stored. The
 * version that already says the same is given out again; anything new since then makes a new version, as does a file that is lost.
 */
export async function generateReport(
  platform: Platform,
  requester: Requester,
  { application_id, template_type, applicant_id }: PdfRequest,
): Promise<ReportFile> {
  const { db, provider } = platform;
  const cases = await listCases(db, { application_id, applicant_id });
  const form =
    template_type === 'professional'
      ? formFor(cases[0]?.visit_type, provider.shortName)
      : formOf(template_type === 'RESIDENCE' ? 'residence' : 'office', provider.shortName);
  const latest = cases.find((one) => hasForm(one, form)) ?? cases[0];
  if (!latest) throw notFound('Verification');

  const { bytes } = await giveWhole(platform, requester, latest.id, form, (version) =>
    handOut(platform, requester.actor, version),
  );
  return { name: `${shorten(application_id).replace(/[^\p{L}\p{M}\p{N}_.-]/gu, '_')}.pdf`, bytes };
}

/** Sees to it that a verification's report says what is stored now, in the form for its visit; answers the version's id. */
export async function ensureVersion(
  platform: Platform,
  requester: Requester,
  verificationId: number,
): Promise<number> {
  const found = await findReportCase(platform.db, verificationId);
  if (!found) throw notFound('Verification');
  const form = formFor(found.visit_type, platform.provider.shortName);
  const { id } = await giveWhole(platform, requester, verificationId, form, (version) =>
    readStoredPdf(platform, version),
  );
  return id;
}

/**
 * The version that says what is stored of a verification now, with its file. A version never changes: where the file of the latest is
 * damaged or gone, a new one is made.
 */
async function giveWhole(
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
    return giveWhole(platform, requester, verificationId, form, readFile, existing.id);
  }
}

/** The version that says what is stored of a verification now: the one that says it already and is not lost, or a new one. */
function chooseVersion(
  platform: Platform,
  requester: Requester,
  verificationId: number,
  form: ReportForm,
  lostId: number | undefined,
): Promise<Chosen> {
  return withCase(platform, verificationId, async (trx, found) => {
    const content = await contentOf(trx, platform, found, form);
    const existing = await findLatestVersion(trx, found.id, form.template);
    const { hash } = statedBy(platform, found, content);
    if (existing && existing.id !== lostId && existing.content_sha256?.equals(hash)) {
      return { existing };
    }
    return { fresh: await storeVersion(trx, platform, requester, found, content) };
  });
}

/**
 * The case a form is about and its photos: the case that the photos show, which must be of the application that the form
 * names if it names one; without photos, the latest of that application that has this form, of the applicant that the form
 * names where several have. No photo is looked up for an unknown application.
 */
async function findReported(
  platform: Platform,
  form: ReportForm,
  texts: Record<string, string>,
  image_urls: string[],
): Promise<{ found: Case; photos: CasePhoto[] }> {
  const reference = textOf(texts, form.reference).trim();
  const refuse = (reason: string) => invalid({ [form.reference]: [reason] });
  const cases = reference === '' ? [] : await listCases(platform.db, { application_id: reference });
  if (reference !== '' && cases.length === 0) {
    throw refuse(`No verification of application ${reference} was found.`);
  }
  const photos = await readReportImages(platform, image_urls);
  const found = photos[0]
    ? await findReportCase(platform.db, photos[0].verification_id)
    : chooseCase(cases, form, textOf(texts, form.applicant));
  if (!found) {
    throw refuse('Without photos, the application number is needed to know whose report this is.');
  }
  // An id may be used again once its application is deleted.
  if (reference !== '' && !cases.some(({ applicant_id }) => applicant_id === found.applicant_id)) {
    throw refuse(
      found.application_id === reference
        ? `The images are of an application ${reference} that was deleted.`
        : `The images are of application ${found.application_id}, and the form names ${reference}.`,
    );
  }
  return { found, photos };
}

const hasForm = ({ visit_type }: Case, { template }: ReportForm) =>
  isResidenceVisit(visit_type) === (template === 'residence');

function chooseCase(cases: Case[], form: ReportForm, applicant: string): Case | undefined {
  const alike = cases.filter((one) => hasForm(one, form));
  return alike.find((one) => one.applicant_name === applicant.trim()) ?? alike[0] ?? cases[0];
}

async function contentOf(
  db: Db,
  { provider }: Platform,
  found: Case,
  form: ReportForm,
): Promise<Content> {
  const { template } = form;
  const saved = await findSavedForm(db, found.id, template);
  if (!saved) {
    const photos = await listCasePhotos(db, found.id);
    const values = prefilledForm(form, found, photos.length, provider.timeZone);
    return { template, origin: 'generated', form: values, photos };
  }
  const known = new Map(
    (await findCasePhotos(db, saved.photo_ids)).map((photo) => [photo.id, photo]),
  );
  const kept = saved.photo_ids.flatMap((photoId) => known.get(photoId) ?? []);
  // No photo can be removed from this form, so a missing photo was stored while it was open, or later.
  const since = form.removableImages
    ? await listPhotosSince(db, found.id, saved.version)
    : (await listCasePhotos(db, found.id)).filter(({ id }) => !saved.photo_ids.includes(id));
  const photos = [...kept, ...since];
  const values = since.length ? { ...saved.form, photographs_taken: photos.length } : saved.form;
  return { template, origin: 'generated', form: values, photos };
}

function textOf(values: Record<string, unknown>, name: string): string {
  const value = values[name];
  return typeof value === 'string' ? value : '';
}

/** Neither half a surrogate pair nor NUL can be stored: the database would reject the whole form over one. */
function storable(texts: Record<string, string>): Record<string, string> {
  const whole = (text: string) => text.toWellFormed().replaceAll('\0', '');
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [whole(name), whole(text)]),
  );
}

/** The beginning of a name, short enough for a header and a file system. */
const shorten = (name: string) => Array.from(name).slice(0, 80).join('');
