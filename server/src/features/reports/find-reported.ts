import type { ReportForm } from '@doorstep/contract/reports/definition';
import { isResidenceVisit } from '@doorstep/contract/visits/visit-type';
import type { Platform } from '../../platform/platform.ts';
import { invalid } from '../../problems.ts';
import { readReportImages } from './report-images.ts';
import {
  findReportedVerification,
  listReported,
  type ReportedVerification,
  type VerificationPhoto,
} from './report-store.ts';

/**
 * Finds the verification that a form reports. A form with photos reports the verification of its photos. If
 * the form also names an application, the photos must belong to this application. A form without photos
 * reports the latest verification of the named application. Prefers verifications whose kind of visit has
 * this form, and among these, those of the named applicant. An unknown application is rejected before any
 * photo is looked up.
 */
export async function findReported(
  platform: Platform,
  form: ReportForm,
  texts: Record<string, string>,
  image_urls: string[],
): Promise<{ found: ReportedVerification; photos: VerificationPhoto[] }> {
  const reference = textOf(texts, form.reference).trim();
  const refuse = (reason: string) => invalid({ [form.reference]: [reason] });
  const verifications =
    reference === '' ? [] : await listReported(platform.db, { application_id: reference });
  if (reference !== '' && verifications.length === 0) {
    throw refuse(`No verification of application ${reference} was found.`);
  }
  const photos = await readReportImages(platform, image_urls);
  const found = photos[0]
    ? await findReportedVerification(platform.db, photos[0].verification_id)
    : chooseReported(verifications, form, textOf(texts, form.applicant));
  if (!found) {
    throw refuse(
      'Enter the application number. Without photos, it is needed to find the verification.',
    );
  }
  // The application number of a deleted applicant can be used again, so the comparison uses the ids of the
  // applicants.
  if (
    reference !== '' &&
    !verifications.some(({ applicant_id }) => applicant_id === found.applicant_id)
  ) {
    throw refuse(
      found.application_id === reference
        ? `The images belong to an application ${reference} that was deleted.`
        : `The images belong to application ${found.application_id}, but the form names ${reference}.`,
    );
  }
  return { found, photos };
}

export const hasForm = ({ visit_type }: ReportedVerification, { template }: ReportForm) =>
  isResidenceVisit(visit_type) === (template === 'residence');

function chooseReported(
  verifications: ReportedVerification[],
  form: ReportForm,
  applicant: string,
): ReportedVerification | undefined {
  const alike = verifications.filter((one) => hasForm(one, form));
  return (
    alike.find((one) => one.applicant_name === applicant.trim()) ?? alike[0] ?? verifications[0]
  );
}

export function textOf(values: Record<string, unknown>, name: string): string {
  const value = values[name];
  return typeof value === 'string' ? value : '';
}
