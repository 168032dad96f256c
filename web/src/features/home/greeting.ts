/** Returns the greeting for a time of day, in the browser's time zone. */
export function greetingAt(moment: Date): string {
  const hour = moment.getHours();
  if (hour < 12) return 'Good morning';
  return hour < 17 ? 'Good afternoon' : 'Good evening';
}
