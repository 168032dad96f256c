import type { ReportForm } from '@doorstep/contract/reports/definition';
import type { Platform } from '../../platform.ts';
import { Problem, unavailable } from '../../problems.ts';
import { loadReportPhotos } from './report-photos.ts';
import { ReportRenderingFailed } from './report-renderer.ts';
import type { Case, CasePhoto } from './report-store.ts';

/** Milliseconds: the app gives up after ten seconds, and a clear answer must reach it before. */
const longestDrawing = 8_000;

/** A form as stored or prefilled; version 0 was never saved. */
export interface FilledForm {
  form: ReportForm;
  values: Record<string, unknown>;
  photos: CasePhoto[];
  version: number;
  generatedAt: string;
}

/** Draws the PDF of a filled-in form, or says in time why not. */
export function drawReport(
  platform: Platform,
  found: Case,
  filled: FilledForm,
  deadline = longestDrawing,
): Promise<Uint8Array> {
  const late = unavailable('The report took too long to make. Please try again.');
  return within(deadline, late, draw(platform, found, filled));
}

async function draw(
  { config, photos: store, renderer }: Platform,
  found: Case,
  filled: FilledForm,
): Promise<Uint8Array> {
  const photos = await loadReportPhotos(store, filled.photos).catch((cause: unknown) => {
    throw unavailable('Photos are briefly unavailable. Please try again.', cause);
  });
  try {
    return await renderer.render({
      ...filled,
      photos,
      agency: { name: config.shortName, address: config.agencyAddress },
      decision: found.admin_decision,
      verification: {
        id: found.id,
        applicationId: found.application_id,
        visitType: found.visit_type,
        portfolioName: found.portfolio_name,
        submittedAt: found.submitted_at,
        agentName: found.agent_name,
        latitude: found.latitude,
        longitude: found.longitude,
      },
      timeZone: config.timeZone,
    });
  } catch (cause) {
    if (!(cause instanceof ReportRenderingFailed)) throw cause;
    throw new Problem(500, 'The report could not be made. Please try again.', {
      code: 'report_failed',
      cause,
    });
  }
}

async function within<T>(milliseconds: number, late: Problem, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late), milliseconds);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
