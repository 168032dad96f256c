export const normalizeEmail = (typed: string): string =>
  typed.trim().normalize('NFC').toLowerCase().normalize('NFC');

/** Converts a phone number to the stored form: ten digits, without separators or the prefixes +91 and 0. */
function normalizePhone(typed: string): string {
  const digits = typed.replace(/[\s().-]/g, '');
  return /^(?:\+?0{0,2}91)?0?(\d{10})$/.exec(digits)?.[1] ?? digits;
}

export function readAccountName(typed: string): { field: 'email' | 'phone_number'; value: string } {
  const phone = normalizePhone(typed);
  return /^\d+$/.test(phone)
    ? { field: 'phone_number', value: phone }
    : { field: 'email', value: normalizeEmail(typed) };
}
