import { invalid } from '../../../problems.ts';

/** The passwords of at least eight characters that lists of stolen ones name most often, and their Indian kin. */
const commonPasswords = new Set(
  `12345678 123456789 1234567890 12345678910 0123456789 0987654321 987654321 9876543210 87654321
  11111111 111111111 1111111111 00000000 0000000000 88888888 99999999 12341234 11223344 1122334455
  112233445566 123123123 123321123 123454321 1234567891 12344321 123123456 147258369 159753456
  12121212 11112222 22222222 66666666 77777777 55555555 13131313 10203040 1020304050 31415926
  password password1 password12 password123 password1234 password@123 password@1 password! passw0rd
  p@ssw0rd p@ssword p@55w0rd pass@123 pass@1234 passpass pass1234 pass12345 mypassword newpassword
  qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty@123 1qaz2wsx 1qazxsw2 1q2w3e4r
  1q2w3e4r5t q1w2e3r4 q1w2e3r4t5 qazwsxedc zaq12wsx asdfghjk asdfghjkl asdf1234 asdfasdf zxcvbnm1
  zxcvbnm123 abcd1234 abcd@1234 abcd12345 abc12345 abc@1234 abcdefgh abcdefg1 a1b2c3d4 a12345678 aa123456
  aaaaaaaa abcabcabc 1234abcd 1234qwer q1234567 iloveyou iloveyou1 iloveyou2 iloveyou123 princess princess1
  sunshine sunshine1 football football1 baseball baseball1 superman superman1 starwars computer michelle
  jennifer trustno1 whatever welcome1 welcome12 welcome123 welcome@123 welcome@1 letmein1 letmein123
  admin123 admin1234 admin12345 admin@123 admin@1234 administrator changeme changeme1 changeme123
  default123 test1234 test@123 test@1234 testtest guest123 guest1234 user1234 login123 master123 secret123
  internet samsung1 samsung123 liverpool chocolate butterfly elizabeth jonathan basketball charlie1
  dragon123 monkey123 shadow123 pokemon1 google123 facebook facebook1 lovelove babygirl blink182
  india123 india@123 india1234 indian123 bharat123 mumbai123 delhi123 krishna1 krishna123 krishna@123
  ganesh123 ganesha1 jaimatadi saibaba1 omsairam hanuman1 sachin10 sachin123 cricket1 cricket123 virat123
  dhoni007 rahul123 rahul@123 priya123 priya@123 amit1234 sharma123 kumar123 doorstep doorstep1 doorstep123
  doorstep@123`.split(/\s+/),
);

/** Throws a 400 on `field` for a password that a stranger would try first. */
export function refuseWeakPassword(
  field: string,
  password: string,
  owner: { name: string; email: string; phone_number: string },
): void {
  const guess = password.trim().toLowerCase();
  const [mailbox] = owner.email.split('@');
  if ([owner.name.toLowerCase(), owner.email, mailbox, owner.phone_number].includes(guess)) {
    throw invalid({ [field]: ['Password must not be the name, email or phone number'] });
  }
  if (commonPasswords.has(guess) || new Set(guess).size === 1) {
    throw invalid({ [field]: ['This password is too common. Please choose another.'] });
  }
}
