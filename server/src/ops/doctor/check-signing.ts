import type { Config } from '../../config.ts';
import { openReportSigner } from '../../features/reports/sign/report-signer.ts';
import { type Diagnosis, ok, warning } from './diagnosis.ts';

const warningDays = 30;

/** Throws if the certificate has expired or can't be used. */
export async function checkSigning(
  config: Pick<Config, 'reportSigning' | 'demo' | 'dataDir' | 'shortName'>,
  now = Date.now(),
): Promise<Diagnosis> {
  const signer = config.reportSigning.p12 && (await openReportSigner(config));
  if (!signer) return ok('Signing', 'REPORT_SIGNING_P12 is not set.');
  const { name, expires } = signer;
  const says = `The certificate of ${name} expires on ${expires.toISOString().slice(0, 10)}.`;
  return expires.getTime() - now < warningDays * 86_400_000
    ? warning('Signing', `${says} From then on, the server doesn't start. Renew it in time.`)
    : ok('Signing', says);
}
