import { expect, test } from 'vitest';
import { findCycles, findViolations } from './check-imports.ts';

const service = 'server/src/features/applicants/applicant-service.ts';
const store = 'server/src/features/applicants/applicant-store.ts';
const routes = 'server/src/features/applicants/applicant-routes.ts';
const page = 'web/src/features/applicants/ApplicantsPage.tsx';

const imports = (path: string) => `import { x } from '${path}';`;
const importsType = (path: string) => `import type { X } from '${path}';`;
const features = 'a feature must not import another';

test.each([
  [service, imports('../users/user-store.ts'), features],
  [service, importsType('../users/user-store.ts'), features],
  [page, imports('../users/UserTable.tsx'), features],
  [service, imports('kysely'), 'only stores write SQL (kysely)'],
  [service, `db.selectFrom('users').execute();`, 'only stores write SQL (selectFrom)'],
  [routes, `const pg = await import('pg');`, 'only stores write SQL (pg)'],
  [service, importsType('fastify'), 'a service must not know Fastify'],
  [service, imports('./applicant-routes.ts'), 'a service must not import a routes'],
  [store, imports('./applicant-service.ts'), 'a store must not import a service'],
  [store, `export { a } from '../../app.ts';`, 'server/src/features must not import ../../app.ts'],
  [
    page,
    `type Db = import('@doorstep/server/app').Db;`,
    'web/src/features must not import @doorstep',
  ],
  ['contract/src/auth.ts', imports('node:fs/promises'), 'contract imports zod only'],
])('%s: %s', (path, text, reason) => {
  expect(findViolations(path, text)).toEqual([expect.stringContaining(`${path}: ${reason}`)]);
});

test.each([
  ['server/src/db', 'connection.ts', '../features/auth/sign-in-service.ts'],
  ['server/src/http', 'server/health.ts', '../../../web/src/App.tsx'],
  ['server/src/features', 'applicants/applicant-service.ts', '../../testing/test-app.ts'],
  ['web/src/pages', 'ReviewPage.tsx', '../shell/NavBar.tsx'],
  ['web/src/features', 'applicants/ApplicantsPage.tsx', '../../shell/NavBar.tsx'],
  ['web/src/features', 'applicants/ApplicantsPage.tsx', '../../routes.tsx'],
  ['web/src/features', 'home/HomePage.tsx', '../../../../server/src/db/connection.ts'],
  ['web/src/ui', 'Button.tsx', '@doorstep/contract/limits'],
  ['web/src/ui', 'Button.tsx', '../lib/format.ts'],
  ['web/src/lib', 'format.ts', '../ui/Button.tsx'],
  ['web/src/domain', 'visits/photos.ts', '../../features/home/HomePage.tsx'],
  ['field/src/lib', 'address.ts', '../screens/TodayScreen.tsx'],
  ['field/src/screens', 'TodayScreen.tsx', '../../../web/src/lib/format.ts'],
  ['contract', 'src/auth.ts', '../../server/src/config.ts'],
])('%s must not import: %s, %s', (folder, file, imported) => {
  const path = `${folder}/${file}`;
  const reason = expect.stringContaining(`${path}: ${folder} must not import`);
  expect(findViolations(path, imports(imported))).toEqual([reason]);
});

test.each([
  [routes, imports('./applicant-service.ts')],
  [routes, imports('./applicant-store.ts')],
  [routes, imports('../../http/contract/contract-route.ts')],
  [service, `${importsType('kysely')}\n${imports('../../db/audit/record.ts')}`],
  [service, `import { type Kysely } from 'kysely';\n${imports('../../problems.ts')}`],
  [store, `${imports('kysely')}\nexport const x = sql\`select 1\`;`],
  ['server/src/app.ts', imports('./features/users/user-routes.ts')],
  ['server/src/db/users.test.ts', imports('kysely') + imports('../testing/test-app.ts')],
  [page, imports('@doorstep/contract/applicants') + imports('./AssignModal.tsx')],
  [page, imports('../../ui/button/Button.tsx') + imports('../../lib/api/api-client.ts')],
  [
    'web/src/routes.tsx',
    `${imports('./shell/NavBar.tsx')} import('./features/home/HomePage.tsx');`,
  ],
  ['contract/src/auth.ts', imports('zod/mini') + imports('./limits.ts')],
])('allows %s: %s', (path, text) => {
  expect(findViolations(path, text)).toEqual([]);
});

test.each([
  ['server/src/platform/platform.ts', '../features/reports/logo.ts'],
  ['server/src/storage/photos/save-photo.ts', '../../platform/platform.ts'],
  ['server/src/ops/doctor/start-up.ts', '../../start/open-owner.ts'],
  ['server/src/work/child-pool.ts', '../limits.ts'],
])('%s does not import %s, which is above it', (path, imported) => {
  expect(findViolations(path, importsType(imported))).toHaveLength(1);
});

const filesOf = (files: Record<string, string>) => new Map(Object.entries(files));
const folder = 'server/src/features/applicants';

test('files with circular imports are found', () => {
  const files = filesOf({
    [`${folder}/a.ts`]: imports('./b.ts'),
    [`${folder}/b.ts`]: imports('./c.ts'),
    [`${folder}/c.ts`]: imports('./a.ts'),
  });
  expect(findCycles(files)).toEqual([
    `files import each other in a circle: ${folder}/a.ts, ${folder}/b.ts, ${folder}/c.ts`,
  ]);
});

test('types may have circular imports within a feature, and nowhere else', () => {
  const within = {
    [`${folder}/a.ts`]: imports('./b.ts'),
    [`${folder}/b.ts`]: importsType('./a.ts'),
  };
  expect(findCycles(filesOf(within))).toEqual([]);
  const apart = {
    [`${folder}/a.ts`]: imports('../../db/other.ts'),
    'server/src/db/other.ts': importsType('../features/applicants/a.ts'),
  };
  expect(findCycles(filesOf(apart))).toHaveLength(1);
});
