import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/**
 * Runs a command of the folder `cli` in a process of its own. Returns the exit code, or the signal that ended
 * the process, and all that the command printed.
 */
export async function runCommand(
  name: string,
  args: readonly string[],
  environment: Record<string, string>,
): Promise<{ code: number | string; said: string }> {
  const file = fileURLToPath(new URL(`../../cli/${name}.ts`, import.meta.url));
  const env = { ...process.env, ...environment };
  const running = promisify(execFile)(process.execPath, [file, ...args], { env });
  const ran = await running.catch((error) => error);
  return { code: ran.code ?? ran.signal ?? 0, said: `${ran.stdout}${ran.stderr}` };
}
