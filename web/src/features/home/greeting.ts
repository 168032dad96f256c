/** Returns the greeting for the local hour: morning before 12, afternoon until 16:59, evening from 17. */
export function greetingAt(moment: Date): string {
  const hour = moment.getHours();
  if (hour < 12) return 'Good morning';
  return hour < 17 ? 'Good afternoon' : 'Good evening';
}
