import type { Config } from '../../config.ts';

/** Describes the current settings, without passwords. */
export function describeSettings(config: Config): [string, string][] {
  const { s3, backup, retention, metrics, mail, reportSigning } = config;
  return [
    ['Address', `${config.host}:${config.port}, public address ${config.publicUrl ?? 'not set'}`],
    ['Data folder', config.dataDir],
    ['Database', describeDatabase(config)],
    ['Photos', s3 ? `bucket ${s3.bucket}, ${s3.prefix}` : 'data folder'],
    ['Demo', config.demo ? 'on' : 'off'],
    ['Time zone', config.timeZone],
    ['Second factor', config.secondFactor],
    ['Retention', `photos ${days(retention.photos)}, applicants ${days(retention.applicants)}`],
    [
      'Backups',
      backup
        ? `${backup.at} to ${withoutQuery(backup.to)}, ${backup.keep} kept${backup.passphraseFile ? ', encrypted' : ''}`
        : 'only by hand',
    ],
    ['E-mail', mail ? `${mail.host}:${mail.port}, from ${mail.from.address}` : 'off'],
    ['Metrics', metrics ? `${metrics.host}:${metrics.port}` : 'off'],
    ['Signature on reports', reportSigning.p12 ?? (config.demo ? 'demo certificate' : 'none')],
    ['Behind a proxy', describeProxies(config.trustProxy)],
  ];
}

const describeProxies = (trust: Config['trustProxy']) =>
  trust === false ? 'no' : Array.isArray(trust) ? trust.join(', ') : `proxies in front: ${trust}`;
const days = (count: number) => (count === 0 ? 'kept forever' : `kept ${count} days`);
const withoutQuery = (address: string) => address.replace(/\?.*$/, '');

function placeOf(databaseUrl: string): string {
  const url = URL.parse(databaseUrl);
  return url ? `${url.host}${url.pathname}` : 'external';
}

function describeDatabase({ databaseUrl, migrationDatabaseUrl }: Config): string {
  if (databaseUrl === undefined) return 'embedded';
  return `${placeOf(databaseUrl)}${migrationDatabaseUrl ? ', with a separate owner' : ''}`;
}
