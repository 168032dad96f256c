import * as z from 'zod/mini';
import { bodyOf } from './reports/body.ts';
import type { ReportForm } from './reports/definition.ts';
import { officeForm } from './reports/office.ts';
import { residenceForm } from './reports/residence.ts';
import { isResidenceVisit } from './visits/visit-type.ts';
import { defineEndpoint } from './wire/endpoint.ts';
import { text } from './wire/inputs.ts';

export function formFor(visitType: string | null | undefined, shortName: string): ReportForm {
  return isResidenceVisit(visitType) ? residenceForm(shortName) : officeForm(shortName);
}

export function formOf(template: ReportForm['template'], shortName: string): ReportForm {
  return template === 'residence' ? residenceForm(shortName) : officeForm(shortName);
}

export const reportForms = (shortName: string) =>
  [residenceForm(shortName), officeForm(shortName)] as const;

export function reportBody(shortName: string) {
  const [residence, office] = reportForms(shortName);
  return z.discriminatedUnion(
    'template_type',
    [bodyOf(residence), bodyOf(office)],
    'template_type must be residence or office',
  );
}
export type ReportBody = z.infer<ReturnType<typeof reportBody>>;

/** Saves the form as sent, and returns its PDF. The body is described by {@link reportBody}. */
export const simpleGenerate = defineEndpoint({
  method: 'POST',
  path: '/api/v1/pdf-generator/simple-generate/',
  access: 'admin',
  reply: 'file',
  response: z.unknown(),
});

export const templateTypes = ['professional', 'RESIDENCE', 'OFFICE'] as const;

/**
 * Returns a report as PDF. It reports the application's latest verification whose visit type has the
 * requested form, or else the latest verification. `professional` requests the form of the latest
 * verification. `applicant_id` limits the search to one applicant. The content is the last saved form. If no
 * form was saved, or the caller must not see it before the decision, the server fills in the form from the
 * verification.
 */
export const generatePdf = defineEndpoint({
  method: 'POST',
  path: '/api/v1/pdf-generator/generate_pdf/',
  access: 'admin',
  reply: 'file',
  body: z.object({
    application_id: text(100).check(z.trim(), z.minLength(1, 'application_id is required')),
    template_type: z._default(z.enum(templateTypes), 'professional'),
    applicant_id: z.optional(z.number().check(z.int(), z.positive())),
  }),
  response: z.unknown(),
});
