import type { Verification } from '@doorstep/contract/verifications';
import { insist } from './busy-server.ts';
import { signInByCall } from './sign-in.ts';

/**
 * Makes two reports in parallel, because a new report process is slow at its first report. On a busy
 * machine, a journey's first report would exceed the server's timeout.
 */
export async function drawFirstReports(address: string): Promise<void> {
  const bearer = await signInByCall(address, 'admin@doorstep.test');
  const list = await insist('The verifications', () =>
    fetch(`${address}/api/v1/verification_tasks/`, { headers: bearer }),
  );
  const { results } = (await list.json()) as { results: Verification[] };
  const details = results.find(
    ({ application_details }) => application_details,
  )?.application_details;
  if (!details) throw new Error('The demo has no verification to draw a report of');
  const { application_id, id } = details;
  const draw = async () => {
    const answer = await insist('A report', () =>
      fetch(`${address}/api/v1/pdf-generator/generate_pdf/`, {
        method: 'POST',
        headers: { ...bearer, 'content-type': 'application/json' },
        body: JSON.stringify({ application_id, applicant_id: id }),
      }),
    );
    await answer.arrayBuffer();
  };
  await Promise.all([draw(), draw()]);
}
