import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { BadSettings, readConfig } from '../config.ts';
import { loadOwnPins } from '../features/evidence/places/load-own-pins.ts';
import { readOwnTable, WrongTable } from '../features/evidence/places/own-table.ts';
import { runCommand, withDatabase } from './run-command.ts';

const usage = `Takes your own table of where pin codes are, in place of the one that comes with Doorstep.
  npm run load-pin-places -- pins.csv   a heading with pin_code, latitude, longitude and, if known, district; then a row for each
  npm run load-pin-places -- --remove   back to the table that comes with Doorstep
Checks of new visits use it at once; npm run recheck looks at earlier ones again.`;

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { remove: { type: 'boolean', default: false } },
  });
  const [file, ...more] = positionals;
  if (more.length > 0 || (file === undefined) !== values.remove) throw new BadSettings(usage);
  const places = file === undefined ? [] : await readTable(file);
  await withDatabase(readConfig(), { statementTimeout: 60_000 }, (db) => loadOwnPins(db, places));
  console.log(
    file === undefined
      ? 'The table that comes with Doorstep is used again.'
      : `${places.length} pin codes are used from now on.`,
  );
});

async function readTable(file: string) {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new BadSettings(`${file} can't be read: ${error instanceof Error ? error.message : ''}`);
  });
  try {
    return readOwnTable(text);
  } catch (error) {
    if (!(error instanceof WrongTable)) throw error;
    throw new BadSettings(`Nothing was loaded from ${file}.\n${error.message}`);
  }
}
