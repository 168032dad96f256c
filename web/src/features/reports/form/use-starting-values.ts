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
 * `opened` is the saved form with its empty fields prefilled. `facts` is a new prefilled form. `earlier` is
 * the form of an earlier visit, with the values of this visit.
 */
export type StartingPoint = 'opened' | 'facts' | 'earlier';

/**
 * Returns the form's values for each starting point. A colleague's later save doesn't change these values
 * while the form is open.
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
        // What this visit reported replaces the saved values, which describe the earlier visit.
        earlier: earlier ? { ...fillIn(facts, editable(earlier.form)), ...visit } : facts,
      } satisfies Record<StartingPoint, ReportFormValues>,
      removed: saved && form.removableImages ? leftOut(photos, saved) : [],
      cameSince: saved?.came_since?.map(photoKey) ?? [],
    };
  });
  return begun;
}

/**
 * Returns the keys of the photos that a user removed from the saved form. Photos that arrived after the form
 * was saved don't count as removed.
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
