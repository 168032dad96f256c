/** Returns an email address as accounts store it: trimmed, composed (NFC), in lower case. */
export const normalizeEmail = (typed: string): string =>
  typed.trim().normalize('NFC').toLowerCase().normalize('NFC');

/** Returns a mobile number as accounts store it: ten digits, without separators and the prefixes +91 and 0. */
function normalizePhone(typed: string): string {
  const digits = typed.replace(/[\s().-]/g, '');
  return /^(?:\+?0{0,2}91)?0?(\d{10})$/.exec(digits)?.[1] ?? digits;
}

/** Returns the field and the value by which to find the account for a typed email address or mobile number. */
export function readAccountName(typed: string): { field: 'email' | 'phone_number'; value: string } {
  const phone = normalizePhone(typed);
  return /^\d+$/.test(phone)
    ? { field: 'phone_number', value: phone }
    : { field: 'email', value: normalizeEmail(typed) };
}
