import { startDemoServer } from '../../e2e/support/server.ts';
import { buildWeb } from '../../scripts/build-web.mjs';
import { describeMachine, record } from '../record.ts';
import {
  categories,
  type LighthouseReport,
  lighthouseVersion,
  runLighthouse,
} from './run-lighthouse.ts';

const runs = 3;
const pages = [
  { path: '/login', isSignedIn: false },
  { path: '/applicants', isSignedIn: true },
];
const metrics = {
  'First paint': 'first-contentful-paint',
  'Largest paint': 'largest-contentful-paint',
  'Blocked time': 'total-blocking-time',
  'Layout shift': 'cumulative-layout-shift',
  Sent: 'total-byte-weight',
};

await buildWeb();
const machine = describeMachine();
const server = await startDemoServer();
try {
  const results = [];
  for (const page of pages) results.push(await judge(page));
  const run = { date: new Date().toISOString(), lighthouse: lighthouseVersion, machine };
  await record('lighthouse', { ...run, pages: results }, [
    ['Page', 'Performance', 'Accessibility', 'Best practices', 'SEO', ...Object.keys(metrics)],
    ...results.map(({ path, scores, metrics }) => [
      `\`${path}\``,
      ...Object.values(scores),
      ...Object.values(metrics),
    ]),
  ]);
} finally {
  await server.stop();
}

/** Measures a page several times. The run with the median performance counts. */
async function judge({ path, isSignedIn }: (typeof pages)[number]) {
  const reports: LighthouseReport[] = [];
  for (let run = 1; run <= runs; run++) {
    const report = await runLighthouse({ address: server.address, path, isSignedIn });
    console.log(`${path}, run ${run} of ${runs}:`, scoresOf(report));
    reports.push(report);
  }
  reports.sort((a, b) => scoresOf(a).performance - scoresOf(b).performance);
  const median = reports[Math.floor(runs / 2)];
  if (!median) throw new Error('There was no run');
  return {
    path,
    performanceOfAllRuns: reports.map((report) => scoresOf(report).performance),
    scores: scoresOf(median),
    metrics: Object.fromEntries(
      Object.entries(metrics).map(([name, id]) => [
        name,
        (median.audits[id]?.displayValue ?? '-').replace('Total size was ', ''),
      ]),
    ),
    belowFullMarks: listBelowFullMarks(median),
  };
}

function scoresOf(report: LighthouseReport) {
  const score = (name: (typeof categories)[number]) =>
    Math.round(report.categories[name].score * 100);
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
  };
}

function listBelowFullMarks(report: LighthouseReport) {
  return categories.flatMap((category) =>
    report.categories[category].auditRefs.flatMap(({ id }) => {
      const audit = report.audits[id];
      if (!audit || audit.score === null || audit.score === 1) return [];
      const { title, score, displayValue } = audit;
      return { category, id, title, score, displayValue };
    }),
  );
}
