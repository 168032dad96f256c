/** Returns the latest time up to `now` at which clocks in the time zone showed `at` (such as `02:30`). */
export function lastDue(at: string, timeZone: string, now: Date): Date {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const minutesOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));
  const current = Math.floor(now.getTime() / 60_000);
  // Returns by how many minutes (0 to 1439) the clock is past `at`. The loop doesn't look for a minute at
  // which the clock shows `at`, because the clock skips an hour when summer time begins.
  const passed = (minute: number) =>
    (minutesOf(clock.format(minute * 60_000)) - minutesOf(at) + 1440) % 1440;
  let due = current;
  while (passed(due - 1) < passed(due) || passed(due) >= 720) due -= 1;
  return new Date(due * 60_000);
}
