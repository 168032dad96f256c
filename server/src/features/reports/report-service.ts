import { formFor, formOf, type generatePdf, type ReportBody } from '@doorstep/contract/reports';
import type { ReportForm } from '@doorstep/contract/reports/definition';
import { reportFileName } from '@doorstep/contract/reports/file-name';
import type * as z from 'zod/mini';
import type { Db } from '../../db/connection.ts';
import type { Platform } from '../../platform.ts';
import { invalid, notFound } from '../../problems.ts';
import { finishReport, handOut, type ReportFile } from './issue-report.ts';
import { prefilledForm } from './prefilled-form.ts';
import { readReportImages } from './report-images.ts';
import {
  type Case,
  type CasePhoto,
  findCase,
  findLatestCase,
  findPhotos,
  listPhotos,
} from './report-store.ts';
import {
  type Asker,
  type Chosen,
  type Content,
  findEarlier,
  hashOf,
  storeVersion,
  withCase,
} from './store-version.ts';
import { findLatestVersion, findSavedForm } from './version-store.ts';

/** Keeps a form as the next version of its verification's report, and draws what was kept. */
export async function saveReport(
  platform: Platform,
  asker: Asker,
  body: ReportBody,
): Promise<ReportFile> {
  // The links expire and are as good as keys for a while: the photos' own ids are kept in their place.
  const { image_urls, ...sent } = body;
  const values = wellFormed(sent);
  const form = formOf(body.template_type, platform.config.shortName);
  const photos = await readReportImages(platform, image_urls);
  const { id } = await findCaseOf(platform, form, values, photos);
  const content = { template: form.template, origin: 'sent' as const, form: values, photos };

  const bytes = await give(platform, asker, () =>
    withCase(platform, id, async (db, found) => {
      const earlier = await findEarlier(db, asker, content);
      return earlier ?? { fresh: await storeVersion(db, platform, asker, found, content) };
    }),
  );
  return { name: reportFileName(shorten(textOf(values, form.applicant)), form.template), bytes };
}

type PdfRequest = z.output<typeof generatePdf.body>;

/**
 * The report of an application's latest verification: the form last saved, else one filled in from what is stored. The
 * version that already says the same is given out again; anything new since then makes a new version.
 */
export async function generateReport(
  platform: Platform,
  asker: Asker,
  { application_id, template_type }: PdfRequest,
): Promise<ReportFile> {
  const { db, config } = platform;
  const latest = await findLatestCase(db, application_id);
  if (!latest) throw notFound('Verification');
  const form =
    template_type === 'professional'
      ? formFor(latest.visit_type, config.shortName)
      : formOf(template_type === 'RESIDENCE' ? 'residence' : 'office', config.shortName);

  const bytes = await give(platform, asker, () => chooseVersion(platform, asker, latest.id, form));
  return { name: `${shorten(application_id).replace(/[^\p{L}\p{M}\p{N}_.-]/gu, '_')}.pdf`, bytes };
}

/** Sees to it that a verification's report says what is stored now, in the form for its visit; answers the version's id. */
export async function ensureVersion(
  platform: Platform,
  asker: Asker,
  verificationId: number,
): Promise<number> {
  const found = await findCase(platform.db, verificationId);
  if (!found) throw notFound('Verification');
  const form = formFor(found.visit_type, platform.config.shortName);
  const chosen = await chooseVersion(platform, asker, verificationId, form);
  if ('kept' in chosen) return chosen.kept.id;
  await finishReport(platform, asker.actor, chosen.fresh, asker.signal);
  return chosen.fresh.id;
}

/** The version that says what is stored of a verification now: the one that says it already, or a new one. */
function chooseVersion(
  platform: Platform,
  asker: Asker,
  verificationId: number,
  form: ReportForm,
): Promise<Chosen> {
  return withCase(platform, verificationId, async (trx, found) => {
    const content = await contentOf(trx, platform, found, form);
    const kept = await findLatestVersion(trx, found.id, form.template);
    if (kept?.content_sha256?.equals(hashOf(platform, found, content))) return { kept };
    return { fresh: await storeVersion(trx, platform, asker, found, content) };
  });
}

async function give(
  platform: Platform,
  { actor, signal }: Asker,
  choose: () => Promise<Chosen>,
): Promise<Uint8Array> {
  const chosen = await choose();
  return 'kept' in chosen
    ? handOut(platform, actor, chosen.kept)
    : finishReport(platform, actor, chosen.fresh, signal);
}

/** The case a form is about: the one its photos show, else the latest of the application it names. */
async function findCaseOf(
  { db }: Platform,
  form: ReportForm,
  values: Record<string, unknown>,
  [photo]: CasePhoto[],
): Promise<Case> {
  const reference = textOf(values, form.reference).trim();
  const found = photo
    ? await findCase(db, photo.verification_id)
    : await findLatestCase(db, reference);
  if (found) return found;
  throw invalid({
    [form.reference]: [
      reference === ''
        ? 'Without photos, the application number is needed to know whose report this is.'
        : `No verification of application ${reference} was found.`,
    ],
  });
}

async function contentOf(
  db: Db,
  { config }: Platform,
  found: Case,
  form: ReportForm,
): Promise<Content> {
  const { template } = form;
  const saved = await findSavedForm(db, found.id, template);
  if (!saved) {
    const photos = await listPhotos(db, found.id);
    const values = prefilledForm(form, found, photos.length, config.timeZone);
    return { template, origin: 'generated', form: values, photos };
  }
  const known = new Map((await findPhotos(db, saved.photo_ids)).map((photo) => [photo.id, photo]));
  const photos = saved.photo_ids.flatMap((photoId) => known.get(photoId) ?? []);
  return { template, origin: 'sent', form: saved.form, photos };
}

function textOf(values: Record<string, unknown>, name: string): string {
  const value = values[name];
  return typeof value === 'string' ? value : '';
}

/** Half a surrogate pair is no character: the database would refuse the whole form over it. */
function wellFormed(values: Record<string, string | number>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.toWellFormed() : value,
    ]),
  );
}

/** The beginning of a name, short enough for a header and a file system. */
const shorten = (name: string) => Array.from(name).slice(0, 80).join('');
