import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { mailSender } from '../../features/alerts/mail/send-mails.ts';
import { pushSender } from '../../features/alerts/push/send-push.ts';
import { dailyBackup } from '../../ops/backup/daily-backup.ts';
import { startSharedApp } from '../../testing/test-app.ts';

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
}

const { app, platform } = await startSharedApp({ metrics: { host: '127.0.0.1', port: 0 } });

test('the dashboard uses only existing metrics', async () => {
  const metrics = await app.metrics.metrics();
  const known = new Set(Array.from(metrics.matchAll(/^# TYPE (\S+)/gm), ([, name]) => name));
  const file = new URL('../../../../deploy/grafana-dashboard.json', import.meta.url);
  const { panels } = JSON.parse(readFileSync(file, 'utf8')) as Dashboard;
  const asked = panels.flatMap(({ targets }) =>
    targets.flatMap(({ expr }) => expr.match(/doorstep_[a-z0-9_]+/g) ?? []),
  );
  expect(asked.length).toBeGreaterThan(10);
  const unknown = asked.filter(
    (name) => !known.has(name) && !known.has(name.replace(/_(bucket|count|sum)$/, '')),
  );
  expect(unknown).toEqual([]);
});

test('the operator’s table lists exactly our metrics', async () => {
  const backups = dailyBackup(readConfig({ BACKUP_TO: '/backups' }), () => {});
  const mails = mailSender({ ...platform, mailer: undefined }, () => {});
  const pushes = pushSender({ ...platform, life: { idleHours: 1, maxDays: 1 } });
  const all = [app.metrics, backups.registry, mails.registry, pushes.registry];
  const text = (await Promise.all(all.map((registry) => registry.metrics()))).join('');
  const names = Array.from(text.matchAll(/^# TYPE (\S+)/gm), ([, name]) => name);
  const ours = names.filter((name) => !/^doorstep_(nodejs|process)_/.test(name ?? ''));
  const page = readFileSync(new URL('../../../../docs/monitoring.md', import.meta.url), 'utf8');
  const section = page.split('\n## ').find((part) => part.startsWith('Metrics\n')) ?? '';
  const rows = section.split('\n').filter((line) => /^\| `doorstep_(?!nodejs)/.test(line));
  const named = rows.flatMap((row) => row.split('|')[1]?.match(/doorstep_\w+/g) ?? []);
  expect(named.toSorted()).toEqual(ours.toSorted());
});
