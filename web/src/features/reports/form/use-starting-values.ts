import { type ReportForm, withOtherFields } from '@doorstep/contract/reports/definition';
import {
  fillIn,
  type PrefillSource,
  prefill,
  visitValues,
} from '@doorstep/contract/reports/prefill';
import type { SavedForm } from '@doorstep/contract/reports/versions';
import { useState } from 'react';
import { photoKey, type ShownPhoto } from '../../../domain/photos/photos.ts';
import type { SavedForms } from '../../../domain/reports/report-queries.ts';
import { config } from '../../../lib/config.ts';
import type { ReportFormValues } from './ReportField.tsx';

/**
 * The source of a form's starting values: the form as opened, the facts of the visit, or an earlier visit's
 * version.
 */
export type StartingPoint = 'opened' | 'facts' | 'earlier';

/**
 * Returns the values of each starting point. A colleague's later save doesn't change these values while the
 * form is open.
 */
export function useStartingValues(
  own: ReportForm,
  source: PrefillSource,
  photos: ShownPhoto[],
  latest: SavedForms,
) {
  const [begun] = useState(() => {
    const { saved, earlier } = latest;
    const form = withOtherFields(own, editable((saved ?? earlier)?.form));
    const facts = prefill(form, source, config().timeZone);
    const visit = visitValues(form, source);
    return {
      saved,
      earlier,
      form,
      visit,
      values: {
        opened: saved ? fillIn(facts, saved.form) : facts,
        facts,
        // The values of this visit replace those of the earlier form, which was saved for an earlier visit.
        earlier: earlier ? { ...fillIn(facts, editable(earlier.form)), ...visit } : facts,
      } satisfies Record<StartingPoint, ReportFormValues>,
      removed: saved && form.removableImages ? leftOut(photos, saved) : [],
      cameSince: saved?.came_since?.map(photoKey) ?? [],
    };
  });
  return begun;
}

/**
 * Returns the keys of the photos that a user removed from the saved form. Leaves out photos that arrived
 * after the form was saved.
 */
function leftOut(photos: ShownPhoto[], { image_urls, came_since = [] }: SavedForm): string[] {
  const sent = new Set([...image_urls, ...came_since].map(photoKey));
  return photos.map(({ url }) => photoKey(url)).filter((key) => !sent.has(key));
}

/**
 * Leaves out names that the form library treats as paths or built-in properties. Other clients may save
 * such fields, which are stored but not shown.
 */
const editable = (values: ReportFormValues = {}): ReportFormValues =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => /^[a-z]\w*$/i.test(name) && !(name in {})),
  );
