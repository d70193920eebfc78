/** The most used passwords of at least ten characters, in lower case, in the languages spoken here. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `1234567890 12345678910 0123456789 0987654321 9876543210 1234567891 123123123123 1q2w3e4r5t 1q2w3e4r5t6y
  1qaz2wsx3edc q1w2e3r4t5 q1w2e3r4t5y6 qwertyuiop qwertyuiop1 qwerty12345 qwerty123456 qwerty1234 azertyuiop
  qwertzuiop asdfghjkl1 asdfghjklm zxcvbnm123 abcdefghij abcd123456 abcde12345 abc1234567 a123456789 aa12345678
  password10 password11 password12 password123 password1234 password12345 password123! passwordpassword
  passw0rd123 p@ssword123 p@ssw0rd123 mypassword1 mypassword123 password2023 password2024 password2025 password2026
  letmein123 letmein1234 welcome123 welcome1234 welcome2024 welcome2025 iloveyou123 iloveyou12 iloveyou1234
  sunshine123 princess123 football123 baseball123 superman123 dragon1234 monkey1234 charlie123 liverpool1
  liverpool123 manchester manchester1 chocolate1 butterfly1 changeme123 admin12345 administrator test123456
  passwort123 passwort12 passwort1234 meinpasswort hallo12345 hallo123456 schatz1234 sommer2024 sommer2025
  sommer2026 winter2024 winter2025 geheim1234 wachtwoord wachtwoord1 wachtwoord12 wachtwoord123 welkom1234
  welkom12345 hallo12345 feyenoord1 motdepasse motdepasse1 motdepasse12 motdepasse123 bonjour123 bonjour1234
  azerty1234 azerty12345 azerty123456 jetaime123 doudou1234 marseille1 marseille13 losenord123 lösenord123
  losenord12 sommar2024 sommar2025 hejhejhej1 hejsan1234 sverige123 fotboll123 summer2024 summer2025 summer2026`.split(
    /\s+/,
  ),
);
