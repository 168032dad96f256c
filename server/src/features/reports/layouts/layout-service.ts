import { formOf } from '@doorstep/contract/reports';
import type { ReportForm } from '@doorstep/contract/reports/definition';
import type { LenderReportLayout, ReportLayout } from '@doorstep/contract/reports/layouts';
import type { Kysely } from 'kysely';
import { type Actor, recordAudit } from '../../../db/audit/record.ts';
import type { Db } from '../../../db/connection.ts';
import type { Database } from '../../../db/schema.ts';
import { lockLender } from '../../../domain/lenders.ts';
import { invalid, orNotFound, quote } from '../../../problems.ts';
import { encodeLogo } from '../agency-logo.ts';
import { signatureField } from '../render/print-report.ts';
import { addLayout, endLayout, findLayoutOf } from './layout-store.ts';

/** Rejects unknown names of sections and fields, because they would have no effect. */
function checkNames({ forms }: ReportLayout, shortName: string): void {
  const errors: Record<string, string[]> = {};
  for (const template of ['residence', 'office'] as const) {
    const { sections = [], hidden = [], labels = {} } = forms[template] ?? {};
    const known = namesOf(formOf(template, shortName));
    const find = (part: string, names: string[], of: Set<string>, noun: string) => {
      const wrong = names.filter((name) => !of.has(name)).map((name) => quote(name));
      if (wrong.length === 0) return;
      errors[`forms.${template}.${part}`] = [
        `The ${template} form has no ${noun} ${wrong.join(', ')}`,
      ];
    };
    find('sections', sections, known.sections, 'section');
    find('hidden', hidden, known.fields, 'field');
    find('labels', Object.keys(labels), known.fields, 'field');
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

const namesOf = ({ sections }: ReportForm) => ({
  sections: new Set(sections.map(({ title }) => title)),
  fields: new Set([
    signatureField,
    ...sections.flatMap(({ fields }) => fields.map(({ name }) => name)),
  ]),
});

const encodeOrReject = (logo: string): Promise<Buffer> =>
  encodeLogo(Buffer.from(logo, 'base64')).then(
    ({ png }) => Buffer.from(png),
    () => {
      throw invalid({ logo: ['The logo can’t be read. Use a PNG or JPEG file.'] });
    },
  );

export async function readLayoutOf(db: Db, lenderId: number): Promise<LenderReportLayout> {
  const found = orNotFound(await findLayoutOf(db, lenderId), 'Layout');
  const { content, logo, ...rest } = found;
  return { ...rest, layout: { ...content, ...(logo && { logo: logo.toString('base64') }) } };
}

/** Replaces a lender's layout. Existing versions of reports keep the layout that they were made with. */
export async function changeLayout(
  { db, shortName }: { db: Kysely<Database>; shortName: string },
  actor: Actor,
  { id, layout }: { id: number; layout: ReportLayout },
): Promise<LenderReportLayout> {
  checkNames(layout, shortName);
  const { logo: sent, ...content } = layout;
  const logo = sent === undefined ? null : await encodeOrReject(sent);
  return db.transaction().execute(async (trx) => {
    orNotFound(await lockLender(trx, id), 'Lender');
    const before = await findLayoutOf(trx, id);
    await endLayout(trx, id);
    await addLayout(trx, { lender_id: id, content, logo });
    await recordAudit(trx, actor, 'lender.change_report_layout', id, {
      before: before ? { ...before.content } : null,
      after: { ...content },
    });
    return readLayoutOf(trx, id);
  });
}

export const removeLayout = (db: Kysely<Database>, actor: Actor, id: number): Promise<string> =>
  db.transaction().execute(async (trx) => {
    await lockLender(trx, id);
    const before = orNotFound(await findLayoutOf(trx, id), 'Layout');
    await endLayout(trx, id);
    await recordAudit(trx, actor, 'lender.delete_report_layout', id, {
      before: { ...before.content },
    });
    return before.lender;
  });
