import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Config } from '../../config.ts';
import { type Diagnosis, ok, warning, wrong } from './diagnosis.ts';

/**
 * Limits of the free space in bytes. Below `start`, the server does not start, because the database could not
 * even shut down cleanly. Below `calm`, there is a warning.
 */
const leastSpace = { start: 100 * 2 ** 20, calm: 2 * 2 ** 30 };

interface Space {
  free: number;
}

export type SpaceOf = (folder: string) => Promise<Space>;

async function readSpace(folder: string): Promise<Space> {
  const { bavail, bsize } = await statfs(folder);
  return { free: bavail * bsize };
}

async function nearestFolder(folder: string): Promise<string> {
  const above = dirname(folder);
  const isThere = await stat(above).catch(() => undefined);
  return isThere || above === folder ? above : nearestFolder(above);
}

export async function checkFolder(
  { dataDir }: Pick<Config, 'dataDir'>,
  spaceOf: SpaceOf = readSpace,
): Promise<Diagnosis[]> {
  const folder = await stat(dataDir).catch(() => undefined);
  const { free } = await spaceOf(folder ? dataDir : await nearestFolder(dataDir));
  const room = `${(free / 2 ** 30).toFixed(1)} GB are free on the disk of ${dataDir}`;
  if (!folder) {
    const made = ok('Data folder', `The first start creates ${dataDir}.`);
    return [judgeSpace(free, room), made];
  }
  return [
    judgeSpace(free, room),
    // Ignores the permission to pass through the folder, because the unprivileged user of the database
    // needs it.
    process.platform !== 'win32' && (folder.mode & 0o006) !== 0
      ? warning(
          'Data folder',
          `Other users of this machine can read or change ${dataDir}. Run chmod 700 ${dataDir}.`,
        )
      : ok('Data folder', `Only the owner and its group have access to ${dataDir}.`),
  ];
}

function judgeSpace(free: number, room: string): Diagnosis {
  if (free < leastSpace.start) {
    return wrong(
      'Disk',
      `The disk is full: ${room}. Free some space. Without space the database stops, but loses no data.`,
    );
  }
  if (free < leastSpace.calm) return warning('Disk', `Only ${room}.`);
  return ok('Disk', `${room}.`);
}
