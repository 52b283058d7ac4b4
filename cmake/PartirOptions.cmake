# Language, warnings and tools that hold for every target of ours.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug or Release" FORCE)
endif()

# The preset `debug` compiles with clang: without optimisation clang takes two thirds of g++'s time, and its sanitizers see
# floats that are converted to integers out of range, which g++'s leave alone.
option(PARTIR_SANITIZE "Address and undefined-behaviour sanitizers" OFF)
set(PARTIR_WARNINGS -Wall -Wextra -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # False alarms of g++ 12 on `"literal" + std::string(..)` when optimising (GCC bugs 105329,
  # 105651); the sanitizer build watches bounds instead.
  list(APPEND PARTIR_WARNINGS -Wno-restrict -Wno-stringop-overflow -Wno-array-bounds)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # with more memory before it collects its garbage g++ takes a tenth less time
  add_compile_options("SHELL:--param ggc-min-heapsize=2000000" "SHELL:--param ggc-min-expand=300")
endif()
if(PARTIR_SANITIZE)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Instrumented code defeats g++ 12's analysis of what cpp_int initialises.
    list(APPEND PARTIR_WARNINGS -Wno-maybe-uninitialized)
  else()
    # clang blames us for what std::stable_sort of Debian's C++ library calls.
    list(APPEND PARTIR_WARNINGS -Wno-deprecated-declarations)
  endif()
  # What looks at every pointer takes a good part of the time to compile; the address sanitizer finds wrong accesses.
  add_compile_options(-fsanitize=address,undefined -fno-sanitize=null,alignment,vptr,object-size,pointer-overflow
    -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()

option(PARTIR_FUZZ "libFuzzer targets, under AddressSanitizer; needs clang" OFF)
if(PARTIR_FUZZ)
  set(PARTIR_WARNINGS "")  # g++ has the last word on them
  set(checks address,signed-integer-overflow,shift,bounds,null)
  add_compile_options(-fsanitize=fuzzer-no-link,${checks} -fno-sanitize-recover=all
    -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${checks})
endif()

# ccache refuses precompiled headers unless told that their time stamps do not matter.
find_program(PARTIR_CCACHE ccache)
if(PARTIR_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
    CCACHE_SLOPPINESS=pch_defines,time_macros "${PARTIR_CCACHE}")
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-fpch-preprocess)
  endif()
endif()

# Our programs make and free small pieces by the million; glibc's free looks at a piece's neighbours in memory, which
# by then are in no cache: lowering takes half as long again. Sanitizers bring an allocator of their own. The C++ library
# comes first, so that `new` is its own, on top of mimalloc's malloc: Debian's mimalloc is compiled as C, and its `new`
# ends the program where it should throw std::bad_alloc.
find_library(PARTIR_MIMALLOC mimalloc)
option(PARTIR_WITH_MIMALLOC "Link programs, property tests and benchmarks with mimalloc, where it is" ON)
add_library(partir_malloc INTERFACE)
if(PARTIR_WITH_MIMALLOC AND PARTIR_MIMALLOC AND NOT PARTIR_SANITIZE AND NOT PARTIR_FUZZ)
  # the executables themselves may name nothing of it
  set(CMAKE_LINK_LIBRARY_USING_WHOLLY "-Wl,--push-state,--no-as-needed" "<LINK_ITEM>" "-Wl,--pop-state")
  set(CMAKE_LINK_LIBRARY_USING_WHOLLY_SUPPORTED TRUE)
  target_link_libraries(partir_malloc INTERFACE -lstdc++ "$<LINK_LIBRARY:WHOLLY,${PARTIR_MIMALLOC}>")
elseif(NOT PARTIR_SANITIZE AND NOT PARTIR_FUZZ)
  message(STATUS "without mimalloc (libmimalloc-dev): lowering takes half as long again")
endif()

# What g++ splits off a function as cold, from -O2 on, may be empty, and then begins where another cold part does. Of two
# unwind tables that begin at one address Debian 12's lld drops the second and mold leaves the order to chance, so that an
# exception thrown in the other part may end the program; bfd puts the one that is not empty where the unwinder looks. The
# sanitizers' programs are the largest to link, and compiled without -O2.
if(PARTIR_SANITIZE)
  include(CheckLinkerFlag)
  check_linker_flag(CXX -fuse-ld=mold PARTIR_MOLD)
endif()
if(PARTIR_MOLD)
  add_link_options(-fuse-ld=mold)
else()
  # MLIR and Eigen take a gigabyte or two a translation unit: two compilers and one linker at a time
  # stay far below 12 GiB.
  set_property(GLOBAL APPEND PROPERTY JOB_POOLS partir_link=1)
  set(CMAKE_JOB_POOL_LINK partir_link)
endif()

# partir_headers(FOLDER DEPENDENCIES..): the INTERFACE target partir::FOLDER.
function(partir_headers folder)
  add_library(partir_${folder} INTERFACE)
  add_library(partir::${folder} ALIAS partir_${folder})
  set_target_properties(partir_${folder} PROPERTIES EXPORT_NAME ${folder})
  target_compile_features(partir_${folder} INTERFACE cxx_std_20)
  target_include_directories(partir_${folder} INTERFACE
    "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>" "$<INSTALL_INTERFACE:include/partir>")
  target_link_libraries(partir_${folder} INTERFACE ${ARGN})
  set_property(GLOBAL APPEND PROPERTY PARTIR_FOLDERS ${folder})
endfunction()

option(PARTIR_TOGETHER "Compile sources in groups: less time for all of them, more after a change of one" ON)
# partir_together(TARGET GROUP SOURCES..): sources of the target that are compiled as one. Where sources include much the
# same, more than half of what each compiles to is inline functions and templates that the others compile, too.
function(partir_together target group)
  target_sources(${target} PRIVATE ${ARGN})
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${PARTIR_TOGETHER} UNITY_BUILD_MODE GROUP)
  set_source_files_properties(${ARGN} PROPERTIES UNITY_GROUP ${group})
endfunction()
