import { expect, test } from 'vitest';
import { BadSettings, readConfig } from './config.ts';

test('OFFICE_PHONE is a number that a phone can call, or not set', () => {
  expect(readConfig({}).officePhone).toBeUndefined();
  for (const number of ['+91 20 2567 1234', '98200 12345', '(020) 2567-1234']) {
    expect(readConfig({ OFFICE_PHONE: number }).officePhone).toBe(number);
  }
  for (const wrong of ['the office', '12', '+91<b>', '9'.repeat(40)]) {
    expect(() => readConfig({ OFFICE_PHONE: wrong })).toThrow(
      'OFFICE_PHONE must be a phone number',
    );
  }
});

// Covers: threat-8
test('a demo is rejected if a setting lets other machines reach the server', () => {
  const open = [
    { HOST: '0.0.0.0' },
    { HOST: '192.168.1.7' },
    { TRUST_PROXY: '1' },
    { TRUST_PROXY: '127.0.0.1' },
    { PUBLIC_URL: 'https://reports.example.com' },
  ];
  for (const settings of open) {
    expect(() => readConfig(settings), JSON.stringify(settings)).toThrow(BadSettings);
    expect(readConfig({ ...settings, DEMO: 'off' }).demo).toBe(false);
  }
  const closed = [{}, { HOST: '::1' }, { HOST: 'localhost', PUBLIC_URL: 'http://[::1]:8080' }];
  for (const settings of closed) expect(readConfig(settings).demo).toBe(true);
});

test('an address that doesn’t fit on a report is rejected with the name of the setting', () => {
  expect(readConfig({ AGENCY_ADDRESS: 'x'.repeat(300) }).agencyAddress).toHaveLength(300);
  expect(() => readConfig({ AGENCY_ADDRESS: 'x'.repeat(301) })).toThrow(
    'AGENCY_ADDRESS must have at most 300 characters',
  );
});

test('settings have defaults, and values of the environment are trimmed and converted', () => {
  expect(readConfig({ PORT: '' })).toMatchObject({
    ...{ port: 8080, processes: 1, timeZone: 'Asia/Kolkata', demo: true, allowedOrigins: [] },
    ...{ databaseUrl: undefined, s3: undefined, backup: undefined, metrics: undefined },
    ...{ retention: { photos: 0, applicants: 0 }, callbackPercent: 3, secondFactor: 'optional' },
    sessions: { admins: { idleHours: 12, maxDays: 30 }, agents: { idleHours: 336, maxDays: 90 } },
  });
  const given = {
    ...{ PORT: '0', PROCESSES: '64', DEMO: 'off', SHORT_NAME: ' Sahyadri ', S3_BUCKET: 'photos' },
    ...{ ALLOWED_ORIGINS: 'https://a.test ,, https://b.test', S3_FORCE_PATH_STYLE: 'on' },
    ...{ OFFICE_PHONE: ' 98200 12345 ', BACKUP_TO: '/backups', METRICS_PORT: '9090' },
    ...{ TIME_ZONE: 'Europe/Berlin', EXPORT_DIR: '/exports' },
  };
  expect(readConfig(given)).toMatchObject({
    ...{ port: 0, processes: 64, demo: false, shortName: 'Sahyadri', officePhone: '98200 12345' },
    allowedOrigins: ['https://a.test', 'https://b.test'],
    s3: { bucket: 'photos', region: 'us-east-1', prefix: 'doorstep/', forcePathStyle: true },
    backup: { to: '/backups', at: '02:30', keep: 14, passphraseFile: undefined },
    metrics: { host: '127.0.0.1', port: 9090 },
    ...{ timeZone: 'Europe/Berlin', delivery: { folder: '/exports', s3: { region: 'us-east-1' } } },
  });
  expect(readConfig({}).delivery.folder).toBeUndefined();
});

test.each([
  {
    ...{
      PORT: '65536',
      PROCESSES: '65',
      DEMO: 'yes',
      DATABASE_URL: 'mysql://db',
      S3_PREFIX: 'a//b',
    },
    ...{
      TIME_ZONE: '+05:30',
      SHORT_NAME: '<b>',
      PUBLIC_URL: 'https://a.test/?a',
      LOG_LEVEL: 'all',
    },
    ...{ SMTP_URL: 'smtp://', BACKUP_AT: '24:00', SESSION_IDLE_HOURS: '0', SMTP_FROM: 'office' },
  },
  {
    ...{ PORT: '-1', PROCESSES: '0', TIME_ZONE: 'Asia/Nowhere', PUBLIC_URL: 'ftp://a.test' },
    ...{
      SMTP_URL: 'smtp://a.test/b',
      BACKUP_AT: '2:30',
      CALLBACK_PERCENT: '2.5',
      S3_ENDPOINT: 'a',
    },
  },
])('invalid settings are rejected together, with a line for each (%#)', (wrong) => {
  const names = (settings: Record<string, string>) => {
    try {
      return readConfig(settings) && [];
    } catch (error) {
      return (error as BadSettings).message.split('\n').map((line) => line.split(' ')[0]);
    }
  };
  expect(names(wrong).sort()).toEqual(Object.keys(wrong).sort());
});
