/** What speaks of the other of two things than a question asks for. */
import { describe, expect, it } from 'vitest';
import { tellsOther } from '../../../src/language/contrasts.ts';

describe('of two things that a word tells apart', () => {
  it.each([
    ['What did the old server cost?', 'We rented a new server for 39 euros.'],
    ["What is mum's shoe size?", "Dad's shoe size is 44."],
    ['How does grid/layout.ts place a tile?', 'lib/print/layout.ts places tiles by rows.'],
    ['What floor is the new flat on?', "We're leaving the flat on the third floor in May."],
    ['When is my second interview?', 'My first interview is on Monday.'],
    ["What time does Gisela's train leave?", 'The train arrives at 15:22.'],
    ['When does the shop close?', 'The shop opens at nine.'],
    ['When is release 3.3 out?', 'Release 3.2 is out on 14 April.'],
    ['Do I work on Saturdays?', 'I never work on Sundays.'],
    ['What is my mother making?', 'My mother-in-law Helga is knitting a blanket.'],
    ['What is MOB-512 about?', 'MOB-513 is the crash on login.'],
    ['When does Peter go on leave?', 'Clara is on leave from January on, Peter stands in.'],
    ['Where does Ben work?', 'Ben is my brother, Carla works at the port.'],
    ['Which port does mail-service use?', 'pay-service uses port 8443.'],
    ['How many partitions has the topic shop.orders?', 'The topic shop.visits.v2 has 24 partitions.'],
    ['When is the report for Delmore due?', 'The report for Brightwater Foods is due on 4 June.'],
    ["When is Tessa's birthday?", "The user's aunt's birthday is on 4 June."],
    ['What caused the outage of 9 July?', 'Outage 2 May: the disk was full.'],
    ['What is the bus address of the dust sensor?', 'The bus address of the smoke sensor is 0x76.'],
    ['Who leads the platform team?', 'Marek leads team Heron.'],
    ['What is the budget of Delmore?', 'Brightwater Foods has a budget of 84,000 pounds.'],
    ['What is the address of the indoor sensor?', 'The outdoor sensor has the address 0x76.'],
    ['Who lives in flat 2?', 'Ana lives in flat 3.'],
    ['Who wrote ticket 78?', 'Ticket 0079 is by Ana.'],
    ['What is my own blood pressure?', "my mum's blood pressure was 150 over 95"],
    ['Does Odile still drive?', 'Jonas asked whether Odile still drives.'],
    ['When is invoice 2025-118 due?', 'Invoice 2025-119 is due in May.'],
    ['What is the kitchen lamp set to?', 'The dining room lamp is set to warm.'],
    ['When was the bridge built?', 'The mill was built in 1820.'],
    ['What time do I swim on Tuesdays?', 'I swim at 7 on Thursdays.'],
    ['小王的生日是几号？', '张老师的生日是五月三日。'],
    ['Welches Instrument spielt Paul?', 'Meine Tochter Mia spielt Geige.'],
    ['健太は何を弾きますか？', '妹のさくらは琴を弾きます。'],
    ['Where does Petra live?', "Petra's nephew lives in Bonn."],
    ["What is Owen's job?", "Owen's little sister is a welder."],
    ['What does Henrik drive?', 'The boss of Henrik drives a Tesla.'],
    ['What is Paula called?', "Paula's dog is called Biscuit."],
    ['王芳做什么工作？', '李雷在北京工作。'],
    ['王芳做什么工作？', '我哥哥在上海工作。'],
    ['Wo wohnt Anke?', 'Ankes Bruder wohnt in Bonn.'],
    ['Où habite Luc ?', 'La sœur de Luc habite à Lyon.'],
    ['¿Dónde vive Luis?', 'El hermano de Luis vive en Sevilla.'],
  ])('a text of the other one is none of the one: %s', (question, text) => {
    expect(tellsOther(question)(text)).toBe(true);
  });

  it.each([
    ['What did the old server cost?', 'The old server cost 39 euros, the new one 50.'],
    ['What did the server cost?', 'The new server costs 39 euros.'],
    ['Who wrote ticket 78?', 'Ticket 0078 is by Ana.'],
    ['Who wrote LAB-78?', 'LAB-0078 is by Ana.'],
    ['What time does the train leave?', 'It leaves at nine and arrives at ten.'],
    ['Do I work on Saturdays?', 'I work on Fridays and Saturdays.'],
    ['Where does Petra live?', "Petra's nephew lives in Bonn, and she lives there too."],
    ['Does Petra have a nephew?', "Petra's nephew lives in Bonn."],
    ['Is Petra married?', "Petra's husband drives a bus."],
    ['How is Petra?', "Petra's husband is in hospital."],
    ['Where does Petra live?', "Petra's house is in Bonn."],
    ['Où habite la sœur de Luc ?', 'La sœur de Luc habite à Lyon.'],
    ["When does Priya's passport run out?", "My sister Priya's passport runs out in June, my passport in May."],
    ['Which part does Petra play?', 'Petra plays Rabbit in the school play.'],
    ['谁在北京工作？', '李雷在北京工作。'],
    ['王芳做什么工作？', '她是一名护士。'],
    ['王芳做什么工作？', '我和王芳在医院工作。'],
    ['When do I work?', 'I work on Fridays.'],
    ["Who is mum's doctor?", "Mum's doctor is dad's brother."],
    [
      'How does grid/layout.ts place a tile?',
      'src/grid/layout.ts places tiles by rows, lib/print/layout.ts by columns.',
    ],
    ['How does grid/layout.ts place a tile?', 'layout.ts places tiles by rows.'],
    ['What is my mother making?', 'My mother and my mother-in-law are knitting.'],
    ['Who opens the shop?', 'Ida closes the shop.'],
    ['When is release 3.3 out?', 'Release 3.3 comes after 3.2.'],
    ['When is release 3.3 out?', 'All releases are on Fridays.'],
    ['Who stands in for Clara?', 'Clara is on leave, Peter stands in for her.'],
    ['Where does Ben work?', 'Carla works at the port, Ben works at the mill.'],
    ['Which port does mail-service use?', 'The mail service uses 8443, pay-service 8444.'],
    ['When is the report for Delmore due?', 'The report is due on 4 June.'],
    ['When is our trip to Italy?', 'The trip to Rome is in May.'],
    ["When is Tessa's birthday?", "Tess's birthday is on 4 June."],
    ['Where is the car key kept?', 'The Volvo key is kept in the drawer.'],
    ["What is Leo's job?", 'I have a new job at Siemens.'],
    ['Am I right-handed?', "I'm left-handed."],
    ['Which song closes the set?', 'The set closes with Low Tide.'],
    ['What system does Delmore have?', 'Loadstar is a home-grown system.'],
    ['Who lives in flat 2?', 'Ana lives in flats 2 and 3.'],
    ['What is in box 4?', 'Boxes 3 to 5 are full of books.'],
    ['Who sits in room 12?', 'Ana moved from room 14 to room 12.'],
    ['What is the kitchen lamp set to?', 'The lamps are set to warm.'],
    ['When was the house built?', 'The building was built in 1820.'],
    ['When do we open on Wednesdays?', 'We open at nine Monday to Friday.'],
    ['小王的生日是几号？', '小王五月三日生。'],
    ['Welche Farbe hat Mias Fahrrad?', 'Mia hat ein rotes Fahrrad.'],
    ['上司は誰ですか？', '私の上司は山本です。'],
    ['How many children has Ben?', 'Ben and Carla live in Ghent, they have two children.'],
  ])('all else is left: %s', (question, text) => {
    expect(tellsOther(question)(text)).toBe(false);
  });

  it('what a speaker calls their own is theirs', () => {
    const isOther = tellsOther("When does Priya's passport run out?");
    expect(isOther('My passport runs out in June.', 'Joe')).toBe(true);
    expect(isOther('My passport runs out in June.', 'Priya')).toBe(false);
    expect(isOther('My passport runs out in June.')).toBe(false);
  });
});
