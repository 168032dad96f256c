const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit' },
  });
  formats.set(timeZone, format);
  return format;
}

export function inOfficeHours(moment: Date | string, timeZone: string): boolean {
  const [, day = '', time = ''] =
    /^(\w+)\D+([\d:]+)$/.exec(formatOf(timeZone).format(new Date(moment))) ?? [];
  return day !== 'Sat' && day !== 'Sun' && time >= '09:00' && time <= '18:00';
}
