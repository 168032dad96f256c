import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { BadSettings, readConfig } from '../config.ts';
import { loadOwnPins } from '../features/evidence/places/load-own-pins.ts';
import { readOwnTable, WrongTable } from '../features/evidence/places/own-table.ts';
import { runCommand, withDatabase } from './run-command.ts';

const usage = `Loads your own table of pin code locations. For the pin codes in it, Doorstep then uses your locations instead of its own.
  npm run load-pin-places -- pins.csv   reads your table: a header row with pin_code, latitude, longitude and, optionally, district; then one row for each pin code
  npm run load-pin-places -- --remove   restores the table that comes with Doorstep
Checks of new visits use the new table immediately. To check earlier visits again, run npm run recheck.`;

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
      ? 'Doorstep uses its own table again.'
      : `Loaded ${places.length} pin codes.`,
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
