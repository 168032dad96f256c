import { formFor, type generatePdf, type ReportBody } from '@doorstep/contract/reports';
import type { ReportForm } from '@doorstep/contract/reports/definition';
import { reportFileName } from '@doorstep/contract/reports/file-name';
import { officeForm } from '@doorstep/contract/reports/office';
import { type PrefillSource, prefill } from '@doorstep/contract/reports/prefill';
import { residenceForm } from '@doorstep/contract/reports/residence';
import type * as z from 'zod/mini';
import { type Actor, recordAudit } from '../../db/audit.ts';
import type { Platform } from '../../platform.ts';
import { invalid, notFound } from '../../problems.ts';
import { drawReport, type FilledForm } from './draw-report.ts';
import { readReportImages } from './report-images.ts';
import {
  addReport,
  type Case,
  type CasePhoto,
  findCase,
  findLatestCase,
  findLatestReport,
  findPhotos,
  listPhotos,
  lockVerification,
} from './report-store.ts';

/** A report to download. */
export interface ReportFile {
  name: string;
  bytes: Uint8Array;
}

type Template = ReportForm['template'];

const formOf = (template: Template, shortName: string) =>
  template === 'residence' ? residenceForm(shortName) : officeForm(shortName);

/** Keeps a form as the next version of its verification's report, and draws what was kept. */
export async function saveReport(
  platform: Platform,
  actor: Actor,
  adminId: number,
  body: ReportBody,
): Promise<ReportFile> {
  // The links expire and are as good as keys for a while: the photos' own ids are kept in their place.
  const { image_urls, ...sent } = body;
  const values = wellFormed(sent);
  const form = formOf(body.template_type, platform.config.shortName);
  const photos = await readReportImages(platform, image_urls);
  const found = await findCaseOf(platform, form, values, photos);

  const report = await platform.db.transaction().execute(async (trx) => {
    await lockVerification(trx, found.id);
    const content = {
      verification_id: found.id,
      template: body.template_type,
      form: values,
      photo_ids: photos.map((photo) => photo.id),
    };
    const added = await addReport(trx, { ...content, created_by: adminId });
    await recordAudit(trx, actor, {
      action: 'create',
      subject: 'report',
      subjectId: added.id,
      after: { ...content, version: added.version },
    });
    return added;
  });
  const { version, form: kept, created_at: generatedAt } = report;
  const bytes = await drawReport(platform, found, {
    form,
    values: kept,
    photos,
    version,
    generatedAt,
  });
  return { name: reportFileName(shorten(textOf(values, form.applicant)), form.template), bytes };
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

type PdfRequest = z.output<typeof generatePdf.body>;

/** Draws the report of an application's latest verification: the form last saved, else one filled in from what is stored. */
export async function generateReport(
  platform: Platform,
  { application_id, template_type }: PdfRequest,
): Promise<ReportFile> {
  const { db, config } = platform;
  const found = await findLatestCase(db, application_id);
  if (!found) throw notFound('Verification');

  const form =
    template_type === 'professional'
      ? formFor(found.visit_type, config.shortName)
      : formOf(template_type === 'RESIDENCE' ? 'residence' : 'office', config.shortName);
  const filled =
    (await savedForm(platform, found, form)) ?? (await freshForm(platform, found, form));
  const bytes = await drawReport(platform, found, {
    form,
    ...filled,
    generatedAt: new Date().toISOString(),
  });
  return { name: `${shorten(application_id).replace(/[^\p{L}\p{M}\p{N}_.-]/gu, '_')}.pdf`, bytes };
}

type Content = Omit<FilledForm, 'form' | 'generatedAt'>;

async function savedForm(
  { db }: Platform,
  { id }: Case,
  { template }: ReportForm,
): Promise<Content | undefined> {
  const saved = await findLatestReport(db, id, template);
  if (!saved) return undefined;
  const known = new Map((await findPhotos(db, saved.photo_ids)).map((photo) => [photo.id, photo]));
  const photos = saved.photo_ids.flatMap((photoId) => known.get(photoId) ?? []);
  return { values: saved.form, photos, version: saved.version };
}

async function freshForm(
  { db, config }: Platform,
  found: Case,
  form: ReportForm,
): Promise<Content> {
  const photos = await listPhotos(db, found.id);
  const values = {
    ...prefill(form, prefillSource(found), config.timeZone),
    photographs_taken: photos.length,
  };
  return { values, photos, version: 0 };
}

const prefillSource = (found: Case): PrefillSource => ({
  ...found,
  applicant_ids: found.application_id,
  applicant: found.applicant_name,
  agent: found.agent_name,
  application_details: {
    application_id: found.application_id,
    name: found.applicant_name,
    mobile: found.mobile_number,
    address: found.address,
    applicant_type: found.applicant_type,
    portfolio_name: found.portfolio_name,
  },
});

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
