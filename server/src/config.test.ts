import { expect, test } from 'vitest';
import { BadSettings, readConfig } from './config.ts';

// Covers: threat-8
test('a demo is refused where a setting says that others reach the server', () => {
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
