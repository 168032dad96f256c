import { expect, test } from 'vitest';
import type { Platform } from '../../../platform/platform.ts';
import { reportDocument } from '../../../testing/reports/report-document.ts';
import { drawReport, type StoredForm } from './draw-report.ts';
import { ReportRenderingFailed } from './report-renderer.ts';

test('a cancelled report does not count as broken', async () => {
  const leaving = new AbortController();
  const render = async () => {
    leaving.abort();
    const cause = new Error('nobody waits for the answer any more');
    throw new ReportRenderingFailed(cause.message, { cause });
  };
  const { agency, decision, verification, code } = reportDocument();
  const platform = { provider: { shortName: 'Doorstep' }, renderer: { render } };
  const stored = {
    ...{ id: 1, version: 1, code, template: 'residence', form: {}, created_at: '2026-03-15' },
    facts: { agency, decision, verification, photos: [], timeZone: 'Asia/Kolkata' },
  };
  const given = [platform as unknown as Platform, stored as unknown as StoredForm] as const;
  const drawing = drawReport(...given, { signal: leaving.signal });
  await expect(drawing).rejects.toMatchObject({ status: 503, cause: undefined });
});
