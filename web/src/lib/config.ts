import * as z from 'zod/mini';

const Config = z.object({
  /** Origin and base path of the backend, without a trailing slash; empty when it is the app's own. */
  apiBaseUrl: z._default(z.string(), ''),
  /** The provider's short name. */
  shortName: z._default(z.string().check(z.trim(), z.minLength(1)), 'Doorstep'),
  /** Whether this address has the agents' app at `/field/` too; other backends have none. */
  hasFieldApp: z._default(z.boolean(), false),
  /** The provider's time zone; a backend that names none, or one unknown here, leaves the browser's own. */
  timeZone: z._default(z.catch(z.string().check(z.refine(isTimeZone)), browserZone), browserZone),
});
export type Config = z.infer<typeof Config>;

function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }));
  } catch {
    return false;
  }
}

let current: Config = Config.parse({});

/** The deployment's settings, as `/config.json` gave them before the first render. */
export function config(): Config {
  return current;
}

/** Reads `/config.json`; a missing or broken file leaves the defaults, which fit a backend on the app's own origin. */
export async function loadConfig(): Promise<void> {
  try {
    const response = await fetch('/config.json', { signal: AbortSignal.timeout(5_000) });
    if (response.ok) applyConfig(await response.json());
  } catch (cause) {
    console.error('config.json could not be read; using the defaults', cause);
  }
}

/** Takes settings as read from `/config.json`. Throws when they are of the wrong shape. */
export function applyConfig(raw: unknown): void {
  const next = Config.parse(raw);
  current = { ...next, apiBaseUrl: next.apiBaseUrl.replace(/\/+$/, '') };
}

/** Whether the backend is on another origin than the app, where only what it is known to understand may be sent. */
export const isBackendElsewhere = (): boolean =>
  new URL(current.apiBaseUrl, location.href).origin !== new URL(location.href).origin;
