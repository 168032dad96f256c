import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { closeAfterTest, startTestApp } from '../../testing/test-app.ts';

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
}

test('the dashboard asks for metrics that there are', async () => {
  const { app } = closeAfterTest(await startTestApp());
  const metrics = await app.metrics.metrics();
  const known = new Set(Array.from(metrics.matchAll(/^# TYPE (\S+)/gm), ([, name]) => name));
  const file = new URL('../../../../docs/grafana-dashboard.json', import.meta.url);
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
