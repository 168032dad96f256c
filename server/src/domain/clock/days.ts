export const dayIn = (
  timeZone: string,
  moment: number | string | Date = Date.now(),
): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(new Date(moment).getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();

export const startOfDay = (day: Temporal.PlainDate, timeZone: string): string =>
  day.toZonedDateTime(timeZone).toInstant().toString();
