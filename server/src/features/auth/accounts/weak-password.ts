import { invalid } from '../../../problems.ts';

/** Passwords that zxcvbn's list lacks: common ones in India, and ones with this product's name. */
const local = `password@123 password@1 pass@1234 qwerty@123 abcd@1234 abc@1234 welcome@123 welcome@1
  admin@123 admin@1234 test@1234 changeme123 default123 login123 guest1234 user1234 india@123 india1234
  indian123 bharat123 mumbai123 delhi123 krishna123 krishna@123 ganesh123 ganesha1 saibaba1 hanuman1
  sachin123 cricket123 virat123 dhoni007 rahul@123 priya123 priya@123 amit1234 sharma123 doorstep
  doorstep1 doorstep123 doorstep@123 0123456789 0987654321 987654321 9876543210 87654321 12341234
  123123123 12121212 13131313 p@ssword p@55w0rd pass@123 pass12345 abcdefgh abcabcabc admin1234 admin12345
  test@123 guest123 facebook1 sachin10`.split(/\s+/);

let common: Promise<Set<string>> | undefined;

/**
 * Leaves out passwords of less than 8 characters, because these are rejected for their length. The list is
 * loaded on first use, because it takes 40 MB of memory.
 */
async function readCommonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const international = dictionary['passwords-common'].filter(({ length }) => length >= 8);
  return new Set([...international, ...local]);
}

export async function rejectWeakPassword(
  field: string,
  password: string,
  owner: { name: string; email: string; phone_number: string },
): Promise<void> {
  const guess = password.trim().toLowerCase();
  const [mailbox] = owner.email.split('@');
  if ([owner.name.toLowerCase(), owner.email, mailbox, owner.phone_number].includes(guess)) {
    throw invalid({ [field]: ['Password must not be the name, email or phone number'] });
  }
  common ??= readCommonPasswords();
  if ((await common).has(guess) || new Set(guess).size === 1) {
    throw invalid({ [field]: ['This password is too common. Please choose another.'] });
  }
}
