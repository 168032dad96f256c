import type { Verification } from '@doorstep/contract/verifications';
import { insist } from './busy-server.ts';
import { signInByCall } from './sign-in.ts';

/**
 * Makes two reports at the same time, so that each of the server's two report processes makes its first
 * report. A first report is slow. On a busy machine, the first report of a journey would exceed the server's
 * timeout.
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
