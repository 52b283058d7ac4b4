// main of the test executables. Of tests from several files, `property_tests compare_test few_test` runs those of
// compare_test.cpp and few_test.cpp; without arguments all run.
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <string>

/// A pattern that only the tests of FILE.cpp match; none if there are no such tests.
static std::string tests_of(const std::string& file) {
  std::string pattern;
  const testing::UnitTest& all = *testing::UnitTest::GetInstance();
  for (int s = 0; s < all.total_test_suite_count(); ++s) {
    const testing::TestSuite& suite = *all.GetTestSuite(s);
    for (int t = 0; t < suite.total_test_count(); ++t) {
      const testing::TestInfo& test = *suite.GetTestInfo(t);
      if (std::filesystem::path(test.file()).stem() == file) pattern += std::string(suite.name()) + '.' + test.name() + ':';
    }
  }
  return pattern;
}

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  std::string filter;
  for (int i = 1; i < argc; ++i) {
    const std::string tests = tests_of(argv[i]);
    if (tests.empty()) {
      std::fprintf(stderr, "%s: error: there is no test of %s.cpp here\n", argv[0], argv[i]);
      return 2;
    }
    filter += tests;
  }
  if (!filter.empty()) GTEST_FLAG_SET(filter, filter);
  return RUN_ALL_TESTS();
}
