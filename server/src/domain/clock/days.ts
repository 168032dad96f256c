/** Returns the day on which a moment falls in a time zone; today by default. */
export const dayIn = (
  timeZone: string,
  moment: number | string | Date = Date.now(),
): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(new Date(moment).getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();

/** Returns the time at which a day starts in a time zone, in a form that the database reads. */
export const startOfDay = (day: Temporal.PlainDate, timeZone: string): string =>
  day.toZonedDateTime(timeZone).toInstant().toString();
