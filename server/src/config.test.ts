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
