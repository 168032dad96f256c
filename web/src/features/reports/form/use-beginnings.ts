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

/** What a form can begin with: as it opened, with what is known alone, or with the version of an earlier visit. */
export type Beginning = 'opened' | 'facts' | 'earlier';

/** The values of each beginning of a form. What a colleague saves meanwhile must not change it under the hands. */
export function useBeginnings(
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
        // What was saved before the visit says nothing of it.
        earlier: earlier ? { ...fillIn(facts, editable(earlier.form)), ...visit } : facts,
      } satisfies Record<Beginning, ReportFormValues>,
      removed: saved && form.removableImages ? leftOut(photos, saved) : [],
      cameSince: saved?.came_since?.map(photoKey) ?? [],
    };
  });
  return begun;
}

/** The photos that a person saved a form without, by their keys: those that came later nobody has left out. */
function leftOut(photos: ShownPhoto[], { image_urls, came_since = [] }: SavedForm): string[] {
  const sent = new Set([...image_urls, ...came_since].map(photoKey));
  return photos.map(({ url }) => photoKey(url)).filter((key) => !sent.has(key));
}

/** Other clients name fields as they like. Names that are paths or an object's own to the form library are kept, not shown. */
const editable = (values: ReportFormValues = {}): ReportFormValues =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => /^[a-z]\w*$/i.test(name) && !(name in {})),
  );
