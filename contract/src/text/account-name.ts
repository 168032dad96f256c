/** An email address as accounts are stored and found by: trimmed, composed (NFC), in lower case. */
export const normalizeEmail = (typed: string): string =>
  typed.trim().normalize('NFC').toLowerCase().normalize('NFC');

/** A mobile number as accounts are stored and found by: ten digits, without +91, 0 and what people write between. */
function normalizePhone(typed: string): string {
  const digits = typed.replace(/[\s().-]/g, '');
  return /^(?:\+?0{0,2}91)?0?(\d{10})$/.exec(digits)?.[1] ?? digits;
}

/** Which account somebody means who types an email address or a mobile number. */
export function readAccountName(typed: string): { field: 'email' | 'phone_number'; value: string } {
  const phone = normalizePhone(typed);
  return /^\d+$/.test(phone)
    ? { field: 'phone_number', value: phone }
    : { field: 'email', value: normalizeEmail(typed) };
}
