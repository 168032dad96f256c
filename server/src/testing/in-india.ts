import { onTestFinished, vi } from 'vitest';

/** Sets the time zone of this process to India's until the test ends, because most test machines use UTC. */
export function inIndia(): void {
  vi.stubEnv('TZ', 'Asia/Kolkata');
  onTestFinished(() => void vi.unstubAllEnvs());
}
