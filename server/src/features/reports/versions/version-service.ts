import { formOf } from '@doorstep/contract/reports';
import { reportFileName } from '@doorstep/contract/reports/file-name';
import {
  type getSavedForm,
  type ReportVersion,
  readReportCode,
  type SavedForm,
  type VerifiedReport,
} from '@doorstep/contract/reports/versions';
import type * as z from 'zod/mini';
import type { Actor } from '../../../db/audit/record.ts';
import type { Platform } from '../../../platform/platform.ts';
import { conflict, orNotFound } from '../../../problems.ts';
import { signMediaLink } from '../../../storage/photos/media-links.ts';
import { findReportedVerification, listPhotosSince } from '../report-store.ts';
import { deliverPdf, type ReportFile } from './issue-report.ts';
import {
  findEarlierForm,
  findSavedForm,
  findShownVersion,
  findVersionByCode,
  listVersions,
  type StoredSavedForm,
  type Version,
} from './version-store.ts';

export async function openVersions(
  { db }: Platform,
  verificationId: number,
  readerId: number,
): Promise<ReportVersion[]> {
  orNotFound(await findReportedVerification(db, verificationId), 'Verification');
  const versions = await listVersions(db, verificationId, readerId);
  return versions.map((version) => ({
    ...shared(version),
    id: version.id,
    created_by: version.created_by,
    origin: version.origin,
  }));
}

const shared = (version: Version) => ({
  code: version.code,
  version: version.version,
  created_at: version.created_at,
  template: version.template,
  admin_decision: version.facts.decision,
  sha256: version.pdf_sha256.toString('hex'),
  bytes: version.pdf_bytes,
  pages: version.pages,
  is_signed: version.is_signed,
});

/**
 * Throws a 409 if a colleague saved the form and the first decision is hidden from the reader. If the answer
 * said that no form is saved, the reader would start with an empty form and replace the colleague's form.
 */
export async function openSavedForm(
  { db, secret }: Platform,
  verificationId: number,
  template: Version['template'],
  readerId: number,
): Promise<z.infer<typeof getSavedForm.response>> {
  const found = orNotFound(await findReportedVerification(db, verificationId), 'Verification');
  const saved = await findSavedForm(db, { id: found.id, template, readerId });
  if (saved?.is_secret) {
    throw conflict(
      'A colleague saved a form. You can see the form after the second look.',
      'second_look_owed',
    );
  }
  if (!saved) {
    const earlier = await findEarlierForm(db, found, template);
    return { saved: null, ...(earlier && { earlier: describeSaved(earlier, secret) }) };
  }
  const since = await listPhotosSince(db, found.id, saved.version);
  return { saved: describeSaved(saved, secret, since) };
}

function describeSaved(
  saved: StoredSavedForm,
  secret: Uint8Array,
  since: { id: string }[] = [],
): SavedForm {
  const now = new Date();
  const link = (id: string) => signMediaLink(secret, { kind: 'photo', id, size: 'screen' }, now);
  const texts = Object.entries(saved.form).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return {
    version: saved.version,
    saved_at: saved.created_at,
    saved_by: saved.created_by,
    form: Object.fromEntries(texts.filter(([name]) => name !== 'template_type')),
    image_urls: saved.photo_ids.map(link),
    ...(since.length > 0 && { came_since: since.map(({ id }) => link(id)) }),
  };
}

export async function openVersion(
  platform: Platform,
  actor: Actor,
  id: number,
  readerId: number,
): Promise<ReportFile> {
  const version = orNotFound(await findShownVersion(platform.db, id, readerId), 'Report');
  const { template, form } = version;
  const applicant = form[formOf(template, platform.provider.shortName).applicant];
  const name = Array.from(String(applicant)).slice(0, 80).join('');
  return {
    name: reportFileName(name, template, version.version),
    bytes: await deliverPdf(platform, actor, version),
  };
}

/** The minimum response time in ms, so that the response time doesn't reveal whether a code exists. */
const answerTime = 50;

export async function verifyCode({ db }: Platform, typed: string): Promise<VerifiedReport> {
  const code = readReportCode(typed) ?? '';
  const [found] = await Promise.all([
    findVersionByCode(db, code),
    new Promise((resolve) => setTimeout(resolve, answerTime)),
  ]);
  const version = orNotFound(found, 'Report');
  return {
    ...shared(version),
    agency: version.facts.agency.name,
    is_superseded: version.is_superseded,
  };
}
