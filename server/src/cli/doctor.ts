import { type Config, readConfig } from '../config.ts';
import { serverLimits } from '../limits.ts';
import { checkAudit, checkBackups, checkJobs, checkPhotos } from '../ops/doctor/check-data.ts';
import { checkDatabase } from '../ops/doctor/check-database.ts';
import { checkFolder } from '../ops/doctor/check-folder.ts';
import { checkMail, checkSentMail } from '../ops/doctor/check-mail.ts';
import { checkSigning } from '../ops/doctor/check-signing.ts';
import { describeSettings } from '../ops/doctor/describe-settings.ts';
import { type Diagnosis, ok, wrong } from '../ops/doctor/diagnosis.ts';
import { hasDatabase } from '../start/open-for-command.ts';
import { openPhotoStore } from '../start/open-photo-store.ts';
import { runCommand, withDatabase } from './run-command.ts';

const sample = 25;
const marks: Record<Diagnosis['level'], string> = {
  ok: 'ok     ',
  warning: 'WARNING',
  wrong: 'WRONG  ',
};

async function examine(config: Config): Promise<Diagnosis[]> {
  const folder = await checkFolder(config);
  const backups = [
    ...(await checkOrReport('Backups', () => checkBackups(config))),
    await checkMail(config),
    ...(await checkOrReport('Signing', () => checkSigning(config))),
  ];
  if (config.databaseUrl === undefined && !hasDatabase(config.dataDir)) {
    return [
      ...folder,
      ...backups,
      ok('Database', 'There is no database yet. The first start creates one.'),
    ];
  }
  const { commandStatement: statementTimeout } = serverLimits;
  return withDatabase(config, { statementTimeout, max: 1 }, async (db) => {
    const basics = await checkDatabase(db);
    const isCurrent = basics.every(({ level, about }) => about !== 'Migrations' || level === 'ok');
    if (!isCurrent) return [...folder, ...basics, ...backups];
    return [
      ...folder,
      ...basics,
      ...(await checkOrReport('Audit', () => checkAudit(db))),
      ...(await checkOrReport('Photos', async () =>
        checkPhotos(db, await openPhotoStore(config), sample),
      )),
      ...(await checkOrReport('Jobs', () => checkJobs(db))),
      ...(config.mail ? await checkOrReport('E-mail', () => checkSentMail(db)) : []),
      ...backups,
    ];
  });
}

async function checkOrReport(about: string, check: () => Promise<Diagnosis | Diagnosis[]>) {
  try {
    return [await check()].flat();
  } catch (error) {
    return [wrong(about, error instanceof Error ? error.message : String(error))];
  }
}

await runCommand(async () => {
  const config = readConfig();
  for (const [name, value] of describeSettings(config)) console.log(`${name.padEnd(22)}${value}`);
  console.log('');
  const diagnoses = await checkOrReport('Database', () => examine(config));
  for (const { level, about, text } of diagnoses) {
    console.log(`${marks[level]}  ${about.padEnd(12)}  ${text}`);
  }
  if (diagnoses.some(({ level }) => level === 'wrong')) process.exitCode = 1;
});
